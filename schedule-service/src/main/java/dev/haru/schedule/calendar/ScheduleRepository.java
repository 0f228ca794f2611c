package dev.haru.schedule.calendar;

import java.util.Optional;
import java.util.UUID;
import org.springframework.data.repository.Repository;

/**
 * Loads a schedule in order to change it. {@link ScheduleStore} adds and removes schedules, {@link ScheduleReader}
 * reads them.
 */
interface ScheduleRepository extends Repository<Schedule, UUID> {

    Optional<Schedule> findByIdAndMemberId(UUID id, UUID memberId);

    Schedule saveAndFlush(Schedule schedule);
}
