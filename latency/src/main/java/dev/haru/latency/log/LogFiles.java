package dev.haru.latency.log;

import dev.haru.latency.source.BadInput;
import dev.haru.latency.trace.TraceId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the log lines of a trace in files, as {@code make logs} does: a line that does not begin a message, as in a
 * stack trace, belongs to the message before it. A file's name is the name of its service.
 */
public final class LogFiles {

    /** The maximum number of messages, and of characters in each. A reader cannot take in more. */
    static final int MAXIMUM_LINES = 1_000;

    static final int MAXIMUM_LENGTH = 4_000;

    private LogFiles() {}

    /** The messages of a trace in a file, or in all {@code .log} files below a directory, in the order of time. */
    public static List<LogLine> find(Path root, TraceId id) {
        if (!Files.exists(root)) {
            throw new BadInput("--logs: there is no " + root + ".");
        }
        List<LogLine> found = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(root)) {
            List<Path> files = walk.filter(Files::isRegularFile)
                    .filter(file -> file.equals(root) || name(file).matches(".*\\.log([.-].*)?"))
                    .sorted()
                    .toList();
            for (Path file : files) {
                read(file, id.toString(), found);
            }
        } catch (IOException e) {
            throw new BadInput("--logs: %s cannot be read: %s".formatted(root, e.getMessage()), e);
        }
        found.sort(Comparator.comparingLong(LogLine::timeNanos));
        return found;
    }

    private static void read(Path file, String id, List<LogLine> found) throws IOException {
        String service = name(file).replaceFirst("\\.log.*", "");
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
            @Nullable LogLine open = null;
            for (String line = line(reader); line != null && found.size() < MAXIMUM_LINES; line = line(reader)) {
                boolean wanted = line.contains(id);
                // A line of JSON is a whole message, so the others need no parsing.
                LogLine next = wanted || !line.startsWith("{") ? LogFormat.parse(service, line) : null;
                if (next != null || line.startsWith("{")) {
                    add(open, found);
                    open = wanted ? next : null;
                } else if (open != null && open.text().length() < MAXIMUM_LENGTH) {
                    open = new LogLine(open.timeNanos(), open.service(), open.text() + "\n" + line);
                }
            }
            add(open, found);
        }
    }

    private static void add(@Nullable LogLine line, List<LogLine> found) {
        if (line != null) {
            found.add(line);
        }
    }

    private static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        return name(file).endsWith(".gz") ? new GZIPInputStream(in) : in;
    }

    /** Reads a line. The characters beyond a maximum are skipped, because a file may have no line breaks. */
    private static @Nullable String line(BufferedReader reader) throws IOException {
        StringBuilder line = new StringBuilder();
        int next = reader.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = reader.read()) {
            if (line.length() < 16 * MAXIMUM_LENGTH) {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
