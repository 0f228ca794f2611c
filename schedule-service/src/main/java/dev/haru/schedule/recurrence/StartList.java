package dev.haru.schedule.recurrence;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Local starts in ascending order, each once, in microseconds. It holds numbers instead of objects: a list reads up to
 * a thousand starts of each of a member's series.
 */
public final class StartList extends AbstractList<LocalDateTime> implements RandomAccess {

    private static final long MICROS_OF_SECOND = 1_000_000;
    private static final int NANOS_OF_MICRO = 1_000;
    private static final LocalDateTime EPOCH = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC);

    private final long[] micros;

    private StartList(long[] micros) {
        this.micros = micros;
    }

    /** Sorts the starts and removes duplicates. */
    public static StartList of(Collection<LocalDateTime> starts) {
        return starts instanceof StartList same
                ? same
                : new StartList(starts.stream()
                        .mapToLong(start -> ChronoUnit.MICROS.between(EPOCH, start))
                        .sorted()
                        .distinct()
                        .toArray());
    }

    @Override
    public LocalDateTime get(int index) {
        long start = micros[index];
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(start, MICROS_OF_SECOND),
                NANOS_OF_MICRO * (int) Math.floorMod(start, MICROS_OF_SECOND),
                ZoneOffset.UTC);
    }

    @Override
    public int size() {
        return micros.length;
    }

    @Override
    public boolean contains(@Nullable Object start) {
        return start instanceof LocalDateTime some && Collections.binarySearch(this, some) >= 0;
    }

    /** Returns the starts from one time, inclusive, to another, exclusive. */
    StartList between(LocalDateTime from, LocalDateTime to) {
        int begin = indexFrom(from);
        return new StartList(Arrays.copyOfRange(micros, begin, Math.max(begin, indexFrom(to))));
    }

    /** Returns the index of the first start that is not before a time. */
    private int indexFrom(LocalDateTime time) {
        int found = Collections.binarySearch(this, time);
        return found >= 0 ? found : -found - 1;
    }
}
