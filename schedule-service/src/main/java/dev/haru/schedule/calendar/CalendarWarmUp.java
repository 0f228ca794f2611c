package dev.haru.schedule.calendar;

import dev.haru.platform.warmup.UserWarmUpScenario;
import dev.haru.platform.warmup.WarmUpCall;
import dev.haru.schedule.member.Member;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Practises the calls of somebody who has no schedule, and gets none; and those of somebody whom nobody knows. */
@Component
class CalendarWarmUp implements UserWarmUpScenario {

    private static final Duration LIFE = Duration.ofHours(1);

    private final ScheduleReader reader;
    private final JsonMapper json;
    private final Member visitor;

    CalendarWarmUp(ScheduleReader reader, JsonMapper json, Clock clock) {
        this.reader = reader;
        this.json = json;
        this.visitor =
                new Member(UUID.randomUUID(), ZoneOffset.UTC, clock.instant().plus(LIFE));
    }

    @Override
    public Member visitor() {
        return visitor;
    }

    @Override
    public List<WarmUpCall> calls() {
        return List.of(
                WarmUpCall.read("/v1/schedules", 200),
                WarmUpCall.read("/v1/schedules/" + UUID.randomUUID(), 404),
                WarmUpCall.post("/v1/schedules", "{}", 400),
                WarmUpCall.anonymousRead("/v1/locations", 200),
                WarmUpCall.anonymousRead("/v1/templates", 200),
                WarmUpCall.anonymousRead("/v1/templates/first-page", 200),
                WarmUpCall.anonymousRead("/v1/schedules", 401),
                WarmUpCall.strangersRead("/v1/schedules"));
    }

    /** A page with schedules on it, which the visitor's never has. */
    @Override
    public void beforeCalls() {
        json.writeValueAsBytes(SchedulePage.of(reader.practice(), 1, Window.of(null, null)));
    }
}
