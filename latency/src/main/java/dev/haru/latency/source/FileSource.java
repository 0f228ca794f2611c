package dev.haru.latency.source;

import dev.haru.latency.trace.TraceId;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads OTLP/JSON, Jaeger JSON or Zipkin JSON from a file, or from all files below a directory. Files may be
 * gzip-compressed.
 *
 * <p>Longer than 120 lines because it explains each failure of a file in its own words.
 */
public final class FileSource implements TraceSource {

    /** The assumed compression ratio. Traces compress well because they repeat names. */
    private static final int GZIP_RATIO = 15;

    private final Path root;
    private final boolean skipCutOff;
    private final List<Path> files;

    /** Throws {@link BadInput} if there is nothing to read. */
    public FileSource(Path root, boolean skipCutOff) {
        this.root = root;
        this.skipCutOff = skipCutOff;
        this.files = files(root);
    }

    @Override
    public void read(SpanSink sink) {
        for (Path file : files) {
            try (InputStream in = open(file)) {
                TraceReader.read(in, file.toString(), skipCutOff, sink);
            } catch (ZipException e) {
                throw new BadInput(file + " is not a gzip file: " + e.getMessage(), e);
            } catch (IOException e) {
                throw new BadInput(file + " cannot be read: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public String link(TraceId id) {
        return id.toString();
    }

    @Override
    public String description() {
        return files.size() == 1 ? files.getFirst().toString() : "%d files in %s".formatted(files.size(), root);
    }

    @Override
    public long size() {
        long size = 0;
        try {
            for (Path file : files) {
                size += Files.size(file) * (isGzip(file) ? GZIP_RATIO : 1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return size;
    }

    /** The files below this directory, or this file itself. Throws {@link BadInput} if there is none. */
    static List<Path> files(Path root) {
        if (!Files.exists(root)) {
            throw new BadInput("There is no " + root + ".");
        }
        if (!Files.isDirectory(root) && !Files.isRegularFile(root)) {
            throw new BadInput(root + " is neither a file nor a directory.");
        }
        // A walk does not follow links, not even a first one.
        try (Stream<Path> walk =
                Files.walk(Files.isSymbolicLink(root) && Files.isDirectory(root) ? root.toRealPath() : root)) {
            List<Path> files = walk.filter(Files::isRegularFile)
                    .filter(file -> file.equals(root) || isTraces(file))
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw new BadInput("No .json or .jsonl file, plain or .gz, is in " + root + ".");
            }
            return files;
        } catch (IOException e) {
            throw new BadInput(root + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Rotated files match, too: traces.jsonl, traces.jsonl.1, traces-2026-11-21.json.gz. */
    private static boolean isTraces(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return name.matches(".*\\.(json|jsonl|ndjson)([.-][0-9T:_-]+)?(\\.gz)?");
    }

    private static InputStream open(Path file) throws IOException {
        return unpacked(file, Files.newInputStream(file));
    }

    /** The content of a file of which {@code in} reads the bytes. */
    static InputStream unpacked(Path file, InputStream in) throws IOException {
        if (!isGzip(file)) {
            return new BufferedInputStream(in, 1 << 16);
        }
        try {
            return new GZIPInputStream(in, 1 << 16);
        } catch (EOFException e) {
            return new IncompleteGzip();
        }
    }

    static boolean isGzip(Path file) {
        return file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    }

    /** A gzip file that ends in its header, as an empty file does. */
    private static final class IncompleteGzip extends InputStream {

        @Override
        public int read() throws EOFException {
            throw new EOFException("the header is incomplete");
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws EOFException {
            return read();
        }
    }
}
