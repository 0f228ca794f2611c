package dev.haru.schedule.calendar;

import dev.haru.platform.security.InternalCall;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Reads and changes the limit of schedules of a member for auth-service, which checks the operator. */
@Hidden
@RestController
class LimitController {

    /** The longest calendar with which the tests of the plans check the queries. */
    private static final int MAX = 20_000;

    private final LimitStore limits;

    LimitController(LimitStore limits) {
        this.limits = limits;
    }

    @InternalCall(client = "auth-service")
    @PutMapping("/internal/members/{memberId}/schedule-limit")
    MemberLimit change(@PathVariable UUID memberId, @Valid @RequestBody LimitForm form) {
        return limits.change(memberId, form.limit()).orElseThrow(MemberNotFound::erased);
    }

    @InternalCall(client = "auth-service")
    @GetMapping("/internal/members/{memberId}/schedule-limit")
    MemberLimit read(@PathVariable UUID memberId) {
        return limits.find(memberId).orElseThrow(MemberNotFound::erased);
    }

    /**
     * A limit.
     *
     * @param limit null for the limit of all members
     */
    record LimitForm(@Min(0) @Max(MAX) @Nullable Integer limit) {}
}
