package dev.haru.schedule.report;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/**
 * A version of each member's calendar, as far as this process knows. The key of a cached report contains the version
 * from before the calendar was read. After a change, the member has another version. No request then finds the old
 * report, even if its computation is still running. No version is used twice, so an evicted version costs only a
 * computation.
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

    void invalidate(UUID memberId) {
        versions.invalidate(memberId);
    }

    /** Discards all versions, because this process may have missed a change. */
    void invalidateAll() {
        versions.invalidateAll();
    }
}
