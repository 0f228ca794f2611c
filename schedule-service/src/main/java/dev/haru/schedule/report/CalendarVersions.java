package dev.haru.schedule.report;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/**
 * A number for the state of each member's calendar, as far as this process knows. What is remembered carries the number
 * from before it was read: a change gives the member another number, and so nobody finds the old answer any more, not
 * even one that is still being computed. No number comes twice, so one that is forgotten costs a computation, no more.
 */
@Component
class CalendarVersions {

    private final AtomicLong last = new AtomicLong();
    private final Cache<UUID, Long> versions;

    CalendarVersions(ReportProperties properties) {
        this.versions =
                Caffeine.newBuilder().maximumSize(properties.sizeOfAll()).build();
    }

    long of(UUID memberId) {
        return versions.get(memberId, _ -> last.incrementAndGet());
    }

    void changed(UUID memberId) {
        versions.invalidate(memberId);
    }

    /** Something may have been missed. */
    void anyMayHaveChanged() {
        versions.invalidateAll();
    }
}
