package dev.haru.platform.encoding;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Compresses content that is sent often, with the highest compression. */
public final class Gzip {

    private Gzip() {}

    /** Returns the gzipped bytes. */
    public static byte[] compress(byte[] content) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream(content.length / 4);
        try (GZIPOutputStream gzip = new SmallGzip(compressed)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }

    private static final class SmallGzip extends GZIPOutputStream {

        SmallGzip(ByteArrayOutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
