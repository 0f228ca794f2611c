package dev.haru.schedule.calendar;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.repository.Repository;

/** The schedules, to read and to change; {@link ScheduleLedger} adds and removes them. */
interface ScheduleRepository extends Repository<Schedule, UUID> {

    /**
     * In PostgreSQL's own words: it takes a row comparison, and nothing else, as a range of the index. Each column by
     * name: a prepared {@code select *} fails in the pods that run while a newer one adds a column.
     */
    String PAGE = """
            select s.id, s.member_id, s.title, s.location_id, s.start_at, s.end_at, s.note, s.version, s.created_at,
                   s.updated_at
            from schedule s
            where s.member_id = :memberId
              and (s.start_at, s.id) > (:startAt, :id)
              and s.start_at < :to
              and s.end_at > :from
            order by s.start_at, s.id
            limit :limit
            """;

    Optional<Schedule> findByIdAndMemberId(UUID id, UUID memberId);

    @NativeQuery(PAGE)
    List<Schedule> page(UUID memberId, Instant startAt, UUID id, Instant from, Instant to, int limit);

    Schedule saveAndFlush(Schedule schedule);
}
