package dev.haru.bench.limit;

import dev.haru.bench.limit.CountedSchedule.Form;
import java.util.List;
import java.util.UUID;
import org.springframework.data.domain.Limit;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.server.ResponseStatusException;

/** Adds a schedule if a count is below the limit. Concurrent transactions may change the count meanwhile. */
class CountedSchedules {

    private static final int MAXIMUM_OVERLAPS = 10;

    private final CountedScheduleRepository schedules;
    private final int limit;

    CountedSchedules(CountedScheduleRepository schedules, int limit) {
        this.schedules = schedules;
        this.limit = limit;
    }

    @Transactional
    Added loadAllAndCount(UUID memberId, Form form) {
        List<CountedSchedule> all = schedules.findByMemberIdOrderByStartAt(memberId);
        require(all.size());
        List<UUID> overlaps = all.stream()
                .filter(other -> other.overlaps(form))
                .limit(MAXIMUM_OVERLAPS)
                .map(other -> other.id)
                .toList();
        return new Added(schedules.save(form.of(memberId)), overlaps);
    }

    @Transactional
    Added countThenInsert(UUID memberId, Form form) {
        require(schedules.countByMemberId(memberId));
        List<UUID> overlaps = schedules.overlaps(memberId, form.startAt(), form.endAt(), Limit.of(MAXIMUM_OVERLAPS));
        return new Added(schedules.save(form.of(memberId)), overlaps);
    }

    private void require(long count) {
        if (count >= limit) {
            throw new ResponseStatusException(HttpStatus.NOT_ACCEPTABLE);
        }
    }

    record Added(CountedSchedule schedule, List<UUID> overlaps) {}
}
