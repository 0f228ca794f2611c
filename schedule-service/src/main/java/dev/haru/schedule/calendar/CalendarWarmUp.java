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

/**
 * The warm-up calls of a member without schedules, of clients without a token, and of a client with an unknown token.
 * No call adds a schedule.
 */
@Component
class CalendarWarmUp implements UserWarmUpScenario {

    private static final Duration TOKEN_LIFE = Duration.ofHours(1);

    private final ScheduleReader reader;
    private final JsonMapper json;
    private final Member warmUpMember;

    CalendarWarmUp(ScheduleReader reader, JsonMapper json, Clock clock) {
        this.reader = reader;
        this.json = json;
        this.warmUpMember =
                new Member(UUID.randomUUID(), ZoneOffset.UTC, clock.instant().plus(TOKEN_LIFE));
    }

    @Override
    public Member warmUpUser() {
        return warmUpMember;
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
                WarmUpCall.readWithUnknownToken("/v1/schedules"));
    }

    /** Serialises a page with schedules, because a page of the warm-up member is always empty. */
    @Override
    public void beforeCalls() {
        json.writeValueAsBytes(SchedulePage.of(
                reader.warmUpRows().stream().map(Occurrence::whole).toList(), 1, Window.of(null, null)));
    }
}
