package dev.haru.schedule.icalendar;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;

/** Reads a table of names from the class path. */
final class ResourceTable {

    private ResourceTable() {}

    /** Returns the table, sorted by name without regard to case. */
    static Map<String, String> read(String file) {
        Properties table = new Properties();
        try (InputStream in =
                Objects.requireNonNull(ResourceTable.class.getResourceAsStream("/icalendar/" + file), file)) {
            table.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        Map<String, String> names = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        table.stringPropertyNames().forEach(name -> names.put(name, table.getProperty(name)));
        return names;
    }
}
