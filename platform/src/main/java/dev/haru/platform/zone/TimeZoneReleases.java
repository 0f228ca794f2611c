package dev.haru.platform.zone;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The dates of the releases of the IANA time zone database, from its own list of releases. */
final class TimeZoneReleases {

    private static final NavigableMap<String, LocalDate> DATES = read();
    private static final Pattern NAME = Pattern.compile("[0-9]{4}[a-z]+");
    private static final int DIGITS_OF_THE_YEAR = 4;

    private TimeZoneReleases() {}

    /**
     * Returns the day on which a version such as {@code 2026a} was released at the earliest. For a version in the list,
     * it is the day of the release. A later version is at least as young as the newest listed version before it, and as
     * the first day of the year in its name. The age from this day on is therefore never too small. For a text that is
     * no version of IANA, it is 1970-01-01.
     */
    static LocalDate earliest(String version) {
        if (!NAME.matcher(version).matches()) {
            return LocalDate.EPOCH;
        }
        LocalDate year = LocalDate.of(Integer.parseInt(version.substring(0, DIGITS_OF_THE_YEAR)), 1, 1);
        Map.Entry<String, LocalDate> before = DATES.floorEntry(version);
        return before != null
                        && (before.getKey().equals(version) || before.getValue().isAfter(year))
                ? before.getValue()
                : year;
    }

    /** Whether the list has the version, so that {@link #earliest} is the day of the release. */
    static boolean isListed(String version) {
        return DATES.containsKey(version);
    }

    private static NavigableMap<String, LocalDate> read() {
        Properties list = new Properties();
        try (InputStream file = TimeZoneReleases.class.getResourceAsStream("releases.properties")) {
            list.load(Objects.requireNonNull(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        NavigableMap<String, LocalDate> dates = new TreeMap<>();
        list.stringPropertyNames().forEach(version -> dates.put(version, LocalDate.parse(list.getProperty(version))));
        return dates;
    }
}
