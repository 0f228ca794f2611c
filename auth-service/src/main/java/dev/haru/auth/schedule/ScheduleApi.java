package dev.haru.auth.schedule;

import java.util.UUID;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;

@FeignClient("schedule-service")
interface ScheduleApi {

    @DeleteMapping("/internal/members/{id}/schedules")
    void deleteAllOf(@PathVariable("id") UUID id);
}
