package dev.haru.schedule.recurrence;

import java.time.LocalDateTime;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The starts of a rule and the additional ones in ascending order, each once, without the excluded ones. */
final class MergedStarts implements Iterator<LocalDateTime> {

    private final Iterator<LocalDateTime> ofRule;
    private final Iterator<LocalDateTime> additional;
    private final Collection<LocalDateTime> excluded;
    private @Nullable LocalDateTime nextOfRule;
    private @Nullable LocalDateTime nextAdditional;
    private @Nullable LocalDateTime next;

    MergedStarts(
            Iterator<LocalDateTime> ofRule, Iterator<LocalDateTime> additional, Collection<LocalDateTime> excluded) {
        this.ofRule = ofRule;
        this.additional = additional;
        this.excluded = excluded;
        nextOfRule = nextOf(ofRule);
        nextAdditional = nextOf(additional);
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
        LocalDateTime start;
        do {
            start = earlier(nextOfRule, nextAdditional);
            if (start != null && start.equals(nextOfRule)) {
                nextOfRule = nextOf(ofRule);
            }
            if (start != null && start.equals(nextAdditional)) {
                nextAdditional = nextOf(additional);
            }
        } while (start != null && excluded.contains(start));
        return start;
    }

    private static @Nullable LocalDateTime earlier(@Nullable LocalDateTime one, @Nullable LocalDateTime other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isAfter(other) ? other : one;
    }

    private static @Nullable LocalDateTime nextOf(Iterator<LocalDateTime> starts) {
        return starts.hasNext() ? starts.next() : null;
    }
}
