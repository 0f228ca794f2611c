package dev.haru.schedule.recurrence;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the first starts of the last range. A client reads the same range again for each page. A range of more than
 * 62 days is not remembered, because a page needs only the starts near its beginning.
 */
final class RememberedStarts {

    /** The maximum number of remembered starts: more than a daily rule has in a month. */
    private static final int MAX = 40;

    private static final Duration LONGEST = Duration.ofDays(62);

    private final Source source;
    private volatile @Nullable RememberedRange last;

    RememberedStarts(Source source) {
        this.source = source;
    }

    /** Returns the starts from one time, inclusive, to another, exclusive. */
    Iterator<LocalDateTime> between(LocalDateTime from, LocalDateTime to) {
        RememberedRange known = last;
        if (known == null || from.isBefore(known.from) || !from.isBefore(known.to)) {
            if (Duration.between(from, to).compareTo(LONGEST) > 0) {
                return source.between(from, to);
            }
            known = read(from, to);
            last = known;
        }
        return known.to.isBefore(to)
                ? new Continued(known.starts.between(from, known.to).iterator(), known.to, to)
                : known.starts.between(from, to).iterator();
    }

    private RememberedRange read(LocalDateTime from, LocalDateTime to) {
        List<LocalDateTime> starts = new ArrayList<>();
        Iterator<LocalDateTime> all = source.between(from, to);
        while (starts.size() < MAX && all.hasNext()) {
            starts.add(all.next());
        }
        return new RememberedRange(from, all.hasNext() ? starts.getLast().plusNanos(1) : to, StartList.of(starts));
    }

    /** Computes the starts of a rule. */
    @FunctionalInterface
    interface Source {

        Iterator<LocalDateTime> between(LocalDateTime from, LocalDateTime to);
    }

    /** All starts from one time, inclusive, to another, exclusive. */
    private record RememberedRange(LocalDateTime from, LocalDateTime to, StartList starts) {}

    /** Iterates over the remembered starts, then over starts that the source computes on demand. */
    private final class Continued implements Iterator<LocalDateTime> {

        private Iterator<LocalDateTime> starts;
        private LocalDateTime from;
        private final LocalDateTime to;

        Continued(Iterator<LocalDateTime> remembered, LocalDateTime from, LocalDateTime to) {
            this.starts = remembered;
            this.from = from;
            this.to = to;
        }

        @Override
        public boolean hasNext() {
            if (!starts.hasNext() && from.isBefore(to)) {
                starts = source.between(from, to);
                from = to;
            }
            return starts.hasNext();
        }

        @Override
        public LocalDateTime next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return starts.next();
        }
    }
}
