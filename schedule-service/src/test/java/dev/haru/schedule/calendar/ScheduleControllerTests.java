package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleApiFixture.ANSWER;
import static dev.haru.schedule.calendar.ScheduleApiFixture.DENTIST;
import static dev.haru.schedule.calendar.ScheduleApiFixture.ID;
import static dev.haru.schedule.calendar.ScheduleApiFixture.MEMBER;
import static dev.haru.schedule.calendar.ScheduleApiFixture.OTHER;
import static dev.haru.schedule.calendar.ScheduleApiFixture.SCHEDULE;
import static dev.haru.schedule.calendar.ScheduleApiFixture.ZONE;
import static dev.haru.schedule.calendar.ScheduleApiFixture.assertInvalid;
import static dev.haru.schedule.calendar.ScheduleApiFixture.assertProblem;
import static dev.haru.schedule.calendar.ScheduleApiFixture.withOverlaps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import dev.haru.platform.precondition.IfMatch;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Reads, replacements and deletions of one schedule, by its version. */
@OnScheduleApi
class ScheduleControllerTests {

    @Autowired
    private ScheduleApiFixture api;

    @Autowired
    private Calendar calendar;

    @BeforeEach
    void signIn() {
        api.signIn(ZONE);
    }

    @Test
    void readReturnsScheduleAndVersion() {
        when(calendar.get(MEMBER, ID)).thenReturn(SCHEDULE);

        MvcTestResult answer = api.call(HttpMethod.GET, "/v1/schedules/" + ID);

        assertThat(answer).hasStatusOk();
        assertThat(answer).hasHeader("ETag", "\"3\"");
        assertThat(answer).bodyJson().isStrictlyEqualTo(ANSWER);
    }

    @Test
    void readWithCurrentVersionIsNotModified() {
        when(calendar.get(MEMBER, ID)).thenReturn(SCHEDULE);

        assertThat(api.call(HttpMethod.GET, "/v1/schedules/" + ID, "If-None-Match", "\"3\""))
                .hasStatus(304);
        assertThat(api.call(HttpMethod.GET, "/v1/schedules/" + ID, "If-None-Match", "*"))
                .hasStatus(304);
        assertThat(api.call(HttpMethod.GET, "/v1/schedules/" + ID, "If-None-Match", "\"2\""))
                .hasStatusOk();
    }

    @Test
    void unknownScheduleIsNotFound() {
        when(calendar.get(MEMBER, ID)).thenThrow(ScheduleNotFound.ofMember());

        assertProblem(api.call(HttpMethod.GET, "/v1/schedules/" + ID), 404, "not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "busy", "019aa5b1-0000-7000-8000-00000000000g"})
    void malformedIdIsNamed(String id) {
        assertInvalid(api.call(HttpMethod.GET, "/v1/schedules/" + id), "id");
        assertInvalid(api.call(HttpMethod.DELETE, "/v1/schedules/" + id), "id");
    }

    @Test
    void replaceReturnsNewVersionAndOverlaps() {
        when(calendar.reschedule(MEMBER, ZONE, ID, new IfMatch(false, Set.of("2")), DENTIST))
                .thenReturn(new ScheduleWithOverlaps(SCHEDULE, List.of(OTHER)));

        MvcTestResult answer = api.put("If-Match", "\"2\"");

        assertThat(answer).hasStatusOk();
        assertThat(answer).hasHeader("ETag", "\"3\"");
        assertThat(answer).bodyJson().isStrictlyEqualTo(withOverlaps("\"" + OTHER + "\""));
    }

    @Test
    void replaceWithoutVersionIsRefused() {
        assertProblem(api.put("X-Other", "1"), 428, "precondition-required");
        verifyNoInteractions(calendar);
    }

    @Test
    void replaceOfStaleVersionFailsThePrecondition() {
        when(calendar.reschedule(any(), any(), any(), any(), any())).thenThrow(ScheduleChanged.sinceRead());

        assertProblem(api.put("If-Match", "\"2\""), 412, "precondition-failed");
    }

    @Test
    void malformedVersionIsNamed() {
        assertInvalid(api.put("If-Match", "3"), "If-Match");
        assertInvalid(api.call(HttpMethod.DELETE, "/v1/schedules/" + ID, "If-Match", "3"), "If-Match");
        verifyNoInteractions(calendar);
    }

    @Test
    void deleteWithoutVersionDeletesAnyVersion() {
        assertThat(api.call(HttpMethod.DELETE, "/v1/schedules/" + ID)).hasStatus(204);
        verify(calendar).remove(MEMBER, ID, IfMatch.ANY);
    }

    @Test
    void deleteWithVersionDeletesOnlyThatVersion() {
        doThrow(ScheduleChanged.sinceRead()).when(calendar).remove(MEMBER, ID, new IfMatch(false, Set.of("2")));

        assertThat(api.call(HttpMethod.DELETE, "/v1/schedules/" + ID, "If-Match", "\"3\""))
                .hasStatus(204);
        assertProblem(
                api.call(HttpMethod.DELETE, "/v1/schedules/" + ID, "If-Match", "\"2\""), 412, "precondition-failed");
    }

    @Test
    void unknownPathAndMethodAreProblems() {
        assertProblem(api.call(HttpMethod.GET, "/v1/reports/daily"), 404, "not-found");
        assertProblem(api.call(HttpMethod.GET, "/v1/schedules/" + ID + "/notes"), 404, "not-found");
        assertProblem(api.call(HttpMethod.POST, "/v1/schedules/" + ID), 405, "method-not-allowed");
    }
}
