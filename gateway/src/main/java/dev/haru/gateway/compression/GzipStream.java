package dev.haru.gateway.compression;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;

/**
 * Compresses a body that arrives in parts. It holds 256 KB outside of the heap until it is closed (<a
 * href="https://zlib.net/zlib_tech.html">zlib's memory footprint</a>).
 */
final class GzipStream implements AutoCloseable {

    private final ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    private final GZIPOutputStream gzip;

    GzipStream() {
        try {
            gzip = new FastGzip(compressed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the compressed bytes of a whole body, and releases the body. */
    static byte[] compress(DataBuffer body) {
        try (GzipStream stream = new GzipStream()) {
            stream.write(body);
            return stream.finish();
        }
    }

    /** Adds a part of the body and releases it. Returns the compressed bytes that are ready, which may be none. */
    byte[] add(DataBuffer part) {
        write(part);
        return drain();
    }

    /** Ends the body and returns the remaining compressed bytes. */
    byte[] finish() {
        try {
            gzip.finish();
            return drain();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            gzip.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(DataBuffer part) {
        byte[] bytes = new byte[part.readableByteCount()];
        part.read(bytes);
        DataBufferUtils.release(part);
        try {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] drain() {
        byte[] ready = compressed.toByteArray();
        compressed.reset();
        return ready;
    }

    /** Uses the fastest compression, because the event loop of the connection compresses. */
    private static final class FastGzip extends GZIPOutputStream {

        FastGzip(ByteArrayOutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
