package dev.haru.local.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The last lines of a log file. */
final class LogTail {

    private static final int READ_BYTES = 64 * 1024;

    private LogTail() {}

    static List<String> of(Path log, int count) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            long start = Math.max(0, file.length() - READ_BYTES);
            byte[] end = new byte[(int) (file.length() - start)];
            file.seek(start);
            file.readFully(end);
            List<String> lines = new String(end, StandardCharsets.UTF_8)
                    .stripTrailing()
                    .lines()
                    .toList();
            return lines.subList(Math.max(0, lines.size() - count), lines.size());
        } catch (IOException e) {
            return List.of();
        }
    }
}
