package dev.haru.tracing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that is rotated when it is full. {@code name} is the current file, {@code name.1} the newest rotated file, and
 * {@code name.<count - 1>} the oldest. A file has at most {@code size} bytes plus the rest of its last line. Rotation
 * happens only between lines, so that each file can be read by itself. A line is written once it is complete. A partial
 * line after a killed process or a full disk is cut off before the next line is written.
 */
final class RotatingFile extends OutputStream {

    private static final int CHUNK = 8 * 1024;

    private final Path file;
    private final long size;
    private final int count;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private OutputStream out;
    private long written;
    private boolean broken;

    RotatingFile(Path file, long size, int count) throws IOException {
        this.file = file.toAbsolutePath();
        this.size = size;
        this.count = count;
        Files.createDirectories(this.file.getParent());
        this.out = open();
    }

    @Override
    public synchronized void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        line.write(bytes, offset, length);
        if (length > 0 && bytes[offset + length - 1] == '\n') {
            writeLine();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }

    private void writeLine() throws IOException {
        try {
            if (broken) {
                out.close();
                out = open();
            }
            broken = true;
            line.writeTo(out);
            written += line.size();
            if (written >= size) {
                rotate();
            }
            broken = false;
        } finally {
            line.reset();
        }
    }

    private void rotate() throws IOException {
        out.close();
        for (int number = count - 1; number > 0; number--) {
            Path older = numbered(number);
            Path newer = number == 1 ? file : numbered(number - 1);
            if (Files.exists(newer)) {
                Files.move(newer, older, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.deleteIfExists(file);
        out = open();
    }

    private Path numbered(int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    private OutputStream open() throws IOException {
        try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
            written = endOfLastLine(opened);
            if (written < opened.length()) {
                opened.setLength(written);
            }
        }
        return Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Searches from the end, because a file may be larger than the heap. */
    private static long endOfLastLine(RandomAccessFile file) throws IOException {
        byte[] chunk = new byte[CHUNK];
        long begin;
        for (long end = file.length(); end > 0; end = begin) {
            begin = Math.max(0, end - CHUNK);
            int length = (int) (end - begin);
            file.seek(begin);
            file.readFully(chunk, 0, length);
            for (int i = length - 1; i >= 0; i--) {
                if (chunk[i] == '\n') {
                    return begin + i + 1;
                }
            }
        }
        return 0;
    }
}
