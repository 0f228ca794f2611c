package dev.haru.schedule.calendar;

import java.util.Optional;
import java.util.UUID;
import org.springframework.data.repository.Repository;

/** The schedules, to change them; {@link ScheduleStore} adds and removes them, {@link ScheduleReader} reads them. */
interface ScheduleRepository extends Repository<Schedule, UUID> {

    Optional<Schedule> findByIdAndMemberId(UUID id, UUID memberId);

    Schedule saveAndFlush(Schedule schedule);
}
