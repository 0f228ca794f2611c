package dev.haru.auth.schedule;

import dev.haru.auth.delivery.Delivery;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Asks schedule-service to erase schedules. The call can be repeated. */
@Component
public class ScheduleClient {

    private final ScheduleApi api;

    ScheduleClient(ScheduleApi api) {
        this.api = api;
    }

    /** Erases all schedules of a member. */
    public Delivery eraseSchedules(UUID id) {
        return Delivery.of(() -> api.deleteAllOf(id));
    }
}
