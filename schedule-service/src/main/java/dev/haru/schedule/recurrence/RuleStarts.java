package dev.haru.schedule.recurrence;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The starts of a rule within a range, lazily: each of the rule's days at each of its times, selected by BYSETPOS. */
final class RuleStarts implements Iterator<LocalDateTime> {

    private final Iterator<List<LocalDate>> periods;
    private final RuleTimes times;
    private final List<Integer> positions;
    private final LocalDateTime first;
    private final LocalDateTime from;
    private final LocalDateTime to;
    private int remaining;
    private Iterator<LocalDateTime> ofPeriod = Collections.emptyIterator();
    private @Nullable LocalDateTime next;

    /**
     * @param positions the positions of BYSETPOS; empty: all
     * @param count the maximum number of starts
     * @param to the end of the range, exclusive
     */
    RuleStarts(
            DayRule days,
            RuleTimes times,
            List<Integer> positions,
            int count,
            LocalDateTime first,
            LocalDateTime from,
            LocalDateTime to) {
        this.times = times;
        this.positions = positions;
        this.remaining = count;
        this.first = first;
        this.from = from;
        this.to = to;
        periods = days.between((from.isBefore(first) ? first : from).toLocalDate(), to.toLocalDate());
        next = advance();
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public LocalDateTime next() {
        LocalDateTime result = next;
        if (result == null) {
            throw new NoSuchElementException();
        }
        next = advance();
        return result;
    }

    private @Nullable LocalDateTime advance() {
        while (remaining > 0 && (ofPeriod.hasNext() || periods.hasNext())) {
            if (!ofPeriod.hasNext()) {
                ofPeriod = starts(periods.next()).iterator();
                continue;
            }
            LocalDateTime start = ofPeriod.next();
            if (!start.isBefore(to)) {
                return null;
            }
            if (!start.isBefore(first)) {
                remaining--;
                if (!start.isBefore(from)) {
                    return start;
                }
            }
        }
        return null;
    }

    private Stream<LocalDateTime> starts(List<LocalDate> days) {
        int size = days.size() * times.size();
        IntStream indexes = positions.isEmpty()
                ? IntStream.range(firstIndex(days, size), size)
                : positions.stream()
                        .mapToInt(position -> position > 0 ? position - 1 : size + position)
                        .filter(index -> index >= 0 && index < size)
                        .distinct()
                        .sorted();
        return indexes.mapToObj(index -> start(days, index));
    }

    private LocalDateTime start(List<LocalDate> days, int index) {
        return days.get(index / times.size()).atTime(times.get(index % times.size()));
    }

    /** Returns the index of the first start in the range. A period may have ten thousand before it. */
    private int firstIndex(List<LocalDate> days, int size) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            LocalDateTime start = start(days, middle);
            if (start.isBefore(from) || start.isBefore(first)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
