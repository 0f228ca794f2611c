package dev.haru.platform.timing;

import org.jspecify.annotations.Nullable;

/**
 * The entries of a {@code Server-Timing} header (<a href="https://www.w3.org/TR/server-timing/">W3C Server Timing</a>),
 * each name once. Reads what the house's own services write: a name, {@code dur} in milliseconds, a {@code desc}
 * without commas; what is anything else is passed over.
 */
public final class TimingEntries {

    /** The response header. */
    public static final String HEADER = "Server-Timing";

    /** The note of a neighbour that did not answer. */
    public static final String NO_ANSWER = "no answer";

    /** The note of an entry that a cache spared. */
    static final String HIT = "hit";

    /** Time between two processes: the network, and waiting for a connection to the other one. */
    private static final String NET = "net";

    private static final String SERVICE = "-service";

    /** More than all hops and parts; a bound on what a neighbour can make this process keep. */
    private static final int MOST = 16;

    private static final int NANOS_PER_MICRO = 1000;
    private static final int DECIMALS = 3;

    private final String[] names = new String[MOST];
    private final long[] nanos = new long[MOST];
    private final @Nullable String[] notes = new @Nullable String[MOST];
    private int size;

    /** The entry of a service: {@code member} for {@code member-service}. */
    public static String hop(String service) {
        return service.endsWith(SERVICE) ? service.substring(0, service.length() - SERVICE.length()) : service;
    }

    /** Adds time to the entry of this name. */
    public void add(String name, long time) {
        int at = indexOf(name);
        if (at >= 0) {
            nanos[at] += Math.max(time, 0);
        }
    }

    /** Marks the entry of this name, which takes no time if it is new. */
    public void note(String name, String note) {
        int at = indexOf(name);
        if (at >= 0) {
            notes[at] = note;
        }
    }

    /** Adds each of the others. */
    public void addAll(TimingEntries others) {
        for (int i = 0; i < others.size; i++) {
            add(others.names[i], others.nanos[i]);
            String note = others.notes[i];
            if (note != null) {
                note(others.names[i], note);
            }
        }
    }

    /** Adds each that a neighbour's header names. */
    public void addAll(String header) {
        for (int from = 0; from < header.length(); ) {
            int comma = header.indexOf(',', from);
            int end = comma < 0 ? header.length() : comma;
            addOne(header, from, end);
            from = end + 1;
        }
    }

    /**
     * Makes the entries fill the time that was spent on waiting for those who made them: what is missing was spent on
     * the way; what is too much was waited for side by side, and all shrink alike.
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

    /** The header's value. */
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
        if (size == MOST) {
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

    /** Milliseconds with up to three decimals; -1 for anything else. */
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
