package dev.haru.bench.limit;

import dev.haru.bench.limit.CountedSchedule.Form;
import dev.haru.bench.limit.CountedSchedules.Added;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.AuthenticatedPrincipal;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints of both variants, behind the same authentication as the service's own endpoints. */
@RestController
class LimitController {

    private final CountedSchedules schedules;

    LimitController(CountedSchedules schedules) {
        this.schedules = schedules;
    }

    @PostMapping("/v1/bench/load-all-and-count")
    @ResponseStatus(HttpStatus.CREATED)
    Added loadAllAndCount(@AuthenticationPrincipal AuthenticatedPrincipal member, @RequestBody Form form) {
        return schedules.loadAllAndCount(UUID.fromString(member.getName()), form);
    }

    @PostMapping("/v1/bench/count-then-insert")
    @ResponseStatus(HttpStatus.CREATED)
    Added countThenInsert(@AuthenticationPrincipal AuthenticatedPrincipal member, @RequestBody Form form) {
        return schedules.countThenInsert(UUID.fromString(member.getName()), form);
    }
}
