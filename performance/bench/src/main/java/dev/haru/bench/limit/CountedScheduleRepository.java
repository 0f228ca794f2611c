package dev.haru.bench.limit;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

interface CountedScheduleRepository extends JpaRepository<CountedSchedule, UUID> {

    List<CountedSchedule> findByMemberIdOrderByStartAt(UUID memberId);

    long countByMemberId(UUID memberId);

    @Query("select s.id from CountedSchedule s "
            + "where s.memberId = :memberId and s.startAt < :endAt and s.endAt > :startAt order by s.startAt")
    List<UUID> overlaps(UUID memberId, Instant startAt, Instant endAt, Limit limit);
}
