package dev.haru.latency.log;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Spring Boot's log formats: plain text, and the JSON of Logstash and ECS. */
final class LogFormat {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Pattern PLAIN = Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\S{8,40})\\s+(.*)");

    /** The level, the process id, the application, the thread, the trace id, the logger and the message. */
    private static final Pattern DETAILS = Pattern.compile("([A-Z]+) \\d+ --- (?:\\[[^]]*] ?)*\\s*(\\S.*?)\\s+: (.*)");

    private LogFormat() {}

    /** Parses the first line of a message. Returns null for a line without a time, such as one of a stack trace. */
    static @Nullable LogLine parse(String service, String line) {
        if (line.startsWith("{")) {
            return json(service, line);
        }
        Matcher plain = PLAIN.matcher(bounded(line));
        if (!plain.matches()) {
            return null;
        }
        Matcher details = DETAILS.matcher(plain.group(2));
        String text = details.matches()
                ? "%s %s: %s".formatted(details.group(1), details.group(2), details.group(3))
                : plain.group(2);
        return at(plain.group(1), service, text);
    }

    private static @Nullable LogLine json(String service, String line) {
        try {
            JsonNode entry = JSON.readTree(line);
            String level = first(entry, "/level", "/log/level", "/log.level");
            String logger = first(entry, "/logger_name", "/log/logger", "/log.logger");
            String stack = first(entry, "/stack_trace", "/error/stack_trace", "/error.stack_trace");
            String text = "%s %s: %s".formatted(level, logger, first(entry, "/message"));
            String name = first(entry, "/service/name", "/service.name");
            return at(
                    first(entry, "/@timestamp"),
                    name.isEmpty() ? service : name,
                    stack.isEmpty() ? text : text + "\n" + stack);
        } catch (JacksonException e) {
            return null;
        }
    }

    private static @Nullable LogLine at(String time, String service, String text) {
        try {
            Instant instant = DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(time, Instant::from);
            return new LogLine(
                    TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano(), service, bounded(text));
        } catch (DateTimeException e) {
            return null;
        }
    }

    static String bounded(String text) {
        String stripped = text.strip();
        return stripped.substring(0, Math.min(stripped.length(), LogFiles.MAXIMUM_LENGTH));
    }

    private static String first(JsonNode entry, String... pointers) {
        for (String pointer : pointers) {
            String text = entry.at(pointer).asString("");
            if (!text.isEmpty()) {
                return text;
            }
        }
        return "";
    }
}
