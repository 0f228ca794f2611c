package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleApiFixture.BODY;
import static dev.haru.schedule.calendar.ScheduleApiFixture.DENTIST;
import static dev.haru.schedule.calendar.ScheduleApiFixture.ID;
import static dev.haru.schedule.calendar.ScheduleApiFixture.MEMBER;
import static dev.haru.schedule.calendar.ScheduleApiFixture.NOW;
import static dev.haru.schedule.calendar.ScheduleApiFixture.SCHEDULE;
import static dev.haru.schedule.calendar.ScheduleApiFixture.ZONE;
import static dev.haru.schedule.calendar.ScheduleApiFixture.assertInvalid;
import static dev.haru.schedule.calendar.ScheduleApiFixture.assertProblem;
import static dev.haru.schedule.calendar.ScheduleApiFixture.with;
import static dev.haru.schedule.calendar.ScheduleApiFixture.withOverlaps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Additions of schedules, and their idempotency keys. */
@OnScheduleApi
class ScheduleAddTests {

    @Autowired
    private ScheduleApiFixture api;

    @Autowired
    private Calendar calendar;

    @Autowired
    private MockMvcTester http;

    @BeforeEach
    void signIn() {
        api.signIn(ZONE);
    }

    @Test
    void addReturnsLocationAndVersion() {
        when(calendar.add(MEMBER, ZONE, DENTIST)).thenReturn(new ScheduleWithOverlaps(SCHEDULE, List.of()));

        MvcTestResult answer = api.post(BODY);

        assertThat(answer).hasStatus(201);
        assertThat(answer).hasHeader("Location", "/v1/schedules/" + ID).hasHeader("ETag", "\"3\"");
        assertThat(answer).bodyJson().isStrictlyEqualTo(withOverlaps(""));
    }

    @Test
    void instantsWithOffsetsAreReturnedInUtc() {
        when(calendar.add(eq(MEMBER), any(), any()))
                .thenAnswer(call -> new ScheduleWithOverlaps(
                        new Schedule(ID, MEMBER, call.getArgument(2), 0, NOW, NOW), List.of()));

        MvcTestResult answer = api.post(with("startAt", "\"2026-11-23T04:45:00-05:00\""));

        assertThat(answer).hasStatus(201);
        assertThat(answer).bodyJson().extractingPath("$.startAt").isEqualTo("2026-11-23T09:45:00Z");
        assertThat(answer).bodyJson().extractingPath("$.endAt").isEqualTo("2026-11-23T10:15:00Z");
    }

    @Test
    void textsOfMaximumLengthAreAccepted() {
        when(calendar.add(any(), any(), any())).thenReturn(new ScheduleWithOverlaps(SCHEDULE, List.of()));

        assertThat(api.post(with("title", "\"" + "a".repeat(200) + "\""))).hasStatus(201);
        assertThat(api.post(with("title", "\"" + "😀".repeat(200) + "\""))).hasStatus(201);
        assertThat(api.post(with("note", "\"" + "a\\n".repeat(1000) + "\""))).hasStatus(201);
        assertThat(api.post(with("note", "null"))).hasStatus(201);
    }

    @Test
    void scheduleOfMaximumDurationIsAccepted() {
        when(calendar.add(any(), any(), any())).thenReturn(new ScheduleWithOverlaps(SCHEDULE, List.of()));

        assertThat(api.post(with("endAt", "\"2027-11-24T09:30:00Z\""))).hasStatus(201);
    }

    @Test
    void addAtLimitReturnsScheduleLimitReached() {
        when(calendar.add(MEMBER, ZONE, DENTIST)).thenThrow(ScheduleLimitReached.byMember());

        assertProblem(api.post(BODY), 406, "schedule-limit-reached");
    }

    @Test
    void requestWithoutTokenIsUnauthorized() {
        assertProblem(http.get().uri("/v1/schedules").exchange(), 401, "unauthorized");
        verifyNoInteractions(calendar);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            8e03978e-40d5-43e8-bc93-6894a57f9324     | 8e03978e-40d5-43e8-bc93-6894a57f9324
            "8e03978e-40d5-43e8-bc93-6894a57f9324"   | 8e03978e-40d5-43e8-bc93-6894a57f9324
            """)
    void idempotencyKeyIsAcceptedWithAndWithoutQuotes(String header, String key) {
        when(calendar.add(MEMBER, ZONE, DENTIST, new IdempotencyKey(key)))
                .thenReturn(new ScheduleWithOverlaps(SCHEDULE, List.of()));

        assertThat(api.postWithKey(header)).hasStatus(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "two words", "caf\u00e9", "\"\""})
    void malformedIdempotencyKeyIsNamed(String key) {
        assertInvalid(api.postWithKey(key), "Idempotency-Key");
        assertInvalid(api.postWithKey("x".repeat(256)), "Idempotency-Key");
        verifyNoInteractions(calendar);
    }

    @Test
    void reusedIdempotencyKeyIsAConflict() {
        when(calendar.add(any(), any(), any(), any())).thenThrow(IdempotencyKeyReused.forAnotherPlan());

        assertProblem(api.postWithKey("key"), 409, "idempotency-key-reused");
    }
}
