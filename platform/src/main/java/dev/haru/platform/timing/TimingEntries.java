package dev.haru.platform.timing;

import org.jspecify.annotations.Nullable;

/**
 * The entries of a {@code Server-Timing} header (<a href="https://www.w3.org/TR/server-timing/">W3C Server Timing</a>),
 * each name once. Parses the format of Haru's own services: a name, {@code dur} in milliseconds, and a {@code desc}
 * without commas. Ignores everything else.
 *
 * <p>Longer than 120 lines because the parser and the formatter of the header share its grammar.
 */
public final class TimingEntries {

    /** The response header. */
    public static final String HEADER = "Server-Timing";

    /** The note of an upstream service that did not respond. */
    public static final String NO_ANSWER = "no answer";

    /** The note of an entry for which a cache answered. */
    static final String HIT = "hit";

    /** The time between two processes: the network, and the wait for a connection to the other process. */
    private static final String NET = "net";

    private static final String SERVICE = "-service";

    /**
     * More than the number of all services and parts; it limits the memory that an upstream service's header can use.
     */
    private static final int MAX_ENTRIES = 16;

    private static final int NANOS_PER_MICRO = 1000;
    private static final int DECIMALS = 3;

    private final String[] names = new String[MAX_ENTRIES];
    private final long[] nanos = new long[MAX_ENTRIES];
    private final @Nullable String[] notes = new @Nullable String[MAX_ENTRIES];
    private int size;

    /** The entry name of a service: {@code member} for {@code member-service}. */
    public static String hop(String service) {
        return service.endsWith(SERVICE) ? service.substring(0, service.length() - SERVICE.length()) : service;
    }

    /** Adds time to the entry with this name. */
    public void add(String name, long time) {
        int at = indexOf(name);
        if (at >= 0) {
            nanos[at] += Math.max(time, 0);
        }
    }

    /** Adds a note to the entry with this name; a new entry has zero time. */
    public void note(String name, String note) {
        int at = indexOf(name);
        if (at >= 0) {
            notes[at] = note;
        }
    }

    /** Adds all entries of the other object. */
    public void addAll(TimingEntries others) {
        for (int i = 0; i < others.size; i++) {
            add(others.names[i], others.nanos[i]);
            String note = others.notes[i];
            if (note != null) {
                note(others.names[i], note);
            }
        }
    }

    /** Adds all entries of an upstream service's header. */
    public void addAll(String header) {
        for (int from = 0; from < header.length(); ) {
            int comma = header.indexOf(',', from);
            int end = comma < 0 ? header.length() : comma;
            addOne(header, from, end);
            from = end + 1;
        }
    }

    /**
     * Makes the sum of the entries equal to the time spent waiting for the upstream services. A missing remainder
     * becomes an entry for the network. An excess means that calls ran concurrently, so all entries shrink in
     * proportion.
     */
    public void fill(long waited) {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += nanos[i];
        }
        if (sum < waited) {
            add(NET, waited - sum);
        } else if (sum > waited) {
            for (int i = 0; i < size; i++) {
                nanos[i] = (long) (nanos[i] * ((double) waited / sum));
            }
        }
    }

    /** The value of the header. */
    @Override
    public String toString() {
        StringBuilder header = new StringBuilder(24 * size);
        for (int i = 0; i < size; i++) {
            if (i > 0) {
                header.append(", ");
            }
            header.append(names[i]).append(";dur=");
            appendMillis(header, nanos[i]);
            String note = notes[i];
            if (note != null) {
                header.append(";desc=\"").append(note).append('"');
            }
        }
        return header.toString();
    }

    private int indexOf(String name) {
        for (int i = 0; i < size; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        if (size == MAX_ENTRIES) {
            return -1;
        }
        names[size] = name;
        return size++;
    }

    private void addOne(String header, int from, int end) {
        int nameEnd = end;
        long time = 0;
        @Nullable String note = null;
        for (int start = from; start < end; ) {
            int semicolon = header.indexOf(';', start);
            int stop = semicolon < 0 || semicolon > end ? end : semicolon;
            if (start == from) {
                nameEnd = stop;
            } else if (header.startsWith("dur=", start)) {
                time = nanosOf(header, start + 4, stop);
            } else if (header.startsWith("desc=\"", start) && stop - start > 7) {
                note = header.substring(start + 6, stop - 1);
            }
            start = stop + 1;
        }
        String name = header.substring(from, nameEnd).strip();
        if (name.isEmpty() || time < 0) {
            return;
        }
        add(name, time);
        if (note != null) {
            note(name, note);
        }
    }

    /** Parses milliseconds with up to three decimals; -1 for other text. */
    private static long nanosOf(String text, int from, int end) {
        long micros = 0;
        int decimals = -1;
        for (int i = from; i < end; i++) {
            char digit = text.charAt(i);
            if (digit == '.' && decimals < 0) {
                decimals = 0;
            } else if (digit >= '0' && digit <= '9' && end - from < 16) {
                if (decimals < DECIMALS) {
                    micros = micros * 10 + digit - '0';
                    decimals += decimals < 0 ? 0 : 1;
                }
            } else {
                return -1;
            }
        }
        for (int i = Math.max(decimals, 0); i < DECIMALS; i++) {
            micros *= 10;
        }
        return micros * NANOS_PER_MICRO;
    }

    private static void appendMillis(StringBuilder header, long time) {
        long micros = (time + NANOS_PER_MICRO / 2) / NANOS_PER_MICRO;
        header.append(micros / 1000);
        int rest = (int) (micros % 1000);
        if (rest != 0) {
            header.append('.')
                    .append((char) ('0' + rest / 100))
                    .append((char) ('0' + rest / 10 % 10))
                    .append((char) ('0' + rest % 10));
        }
    }
}
