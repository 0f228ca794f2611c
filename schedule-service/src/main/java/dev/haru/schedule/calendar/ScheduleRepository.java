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

    /** Two rows like those of a page, which are in no table: to practise reading them. */
    @NativeQuery("""
            select gen_random_uuid() as id, gen_random_uuid() as member_id, 'Practice' as title, 1 as location_id,
                   now() as start_at, now() as end_at, cast(null as text) as note, 0 as version, now() as created_at,
                   now() as updated_at
            from generate_series(1, 2)
            """)
    List<Schedule> practice();

    Schedule saveAndFlush(Schedule schedule);
}
