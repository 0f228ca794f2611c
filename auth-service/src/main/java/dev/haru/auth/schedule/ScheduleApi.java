package dev.haru.auth.schedule;

import dev.haru.auth.delivery.DataPage;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;

@FeignClient("schedule-service")
interface ScheduleApi {

    @DeleteMapping("/internal/members/{id}/schedules")
    void deleteAllOf(@PathVariable("id") UUID id);

    @GetMapping("/internal/members/{id}/export/{data}")
    DataPage read(
            @PathVariable("id") UUID id,
            @PathVariable("data") String data,
            @RequestParam(name = "after", required = false) @Nullable UUID after);

    @PutMapping("/internal/members/{id}/schedule-limit")
    @Nullable ScheduleLimit changeLimit(@PathVariable("id") UUID id, @RequestBody LimitChange change);

    @GetMapping("/internal/members/{id}/schedule-limit")
    @Nullable ScheduleLimit readLimit(@PathVariable("id") UUID id);

    @PutMapping("/internal/members/{id}/account-state")
    void changeAccountState(@PathVariable("id") UUID id, @RequestBody AccountState state);

    @DeleteMapping("/internal/members/{id}/feed")
    void endFeed(@PathVariable("id") UUID id, @RequestParam("createdUntil") Instant createdUntil);

    /**
     * The new limit of a member.
     *
     * @param limit null for the limit of all members
     */
    record LimitChange(@Nullable Integer limit) {}

    /**
     * The state of an account.
     *
     * @param version rises with each change of the account's state
     */
    record AccountState(boolean disabled, long version) {}
}
