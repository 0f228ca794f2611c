package dev.haru.tracing;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that is moved aside when it is full: {@code name}, then {@code name.1}, the newest of the old ones, up to
 * {@code name.<count - 1>}, the oldest. It takes at most {@code size} bytes and what one line has beyond them, and is
 * moved between lines only, so that each file can be read by itself.
 */
final class RotatingFile extends OutputStream {

    private final Path file;
    private final long size;
    private final int count;
    private OutputStream out;
    private long written;

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
        out.write(bytes, offset, length);
        written += length;
        if (length > 0 && bytes[offset + length - 1] == '\n' && written >= size) {
            rotate();
        }
    }

    @Override
    public synchronized void flush() throws IOException {
        out.flush();
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
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
        OutputStream opened = new BufferedOutputStream(
                Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND), 64 * 1024);
        written = Files.size(file);
        return opened;
    }
}
