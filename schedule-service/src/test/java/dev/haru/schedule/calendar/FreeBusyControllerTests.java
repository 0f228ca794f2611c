package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleApiFixture.DENTIST;
import static dev.haru.schedule.calendar.ScheduleApiFixture.MEMBER;
import static dev.haru.schedule.calendar.ScheduleApiFixture.ZONE;
import static dev.haru.schedule.calendar.ScheduleApiFixture.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The busy times of a window. */
@OnScheduleApi
class FreeBusyControllerTests {

    @Autowired
    private ScheduleApiFixture api;

    @Autowired
    private Calendar calendar;

    @BeforeEach
    void signIn() {
        api.signIn(ZONE);
    }

    @Test
    void busyTimesContainTheirWindow() {
        Window window = Window.of(Instant.parse("2026-11-22T15:00:00Z"), Instant.parse("2026-11-24T00:00:00Z"));
        when(calendar.busyTimes(MEMBER, ZONE, window))
                .thenReturn(List.of(new BusyTimes.Interval(DENTIST.startAt(), DENTIST.endAt())));

        MvcTestResult answer =
                api.call(HttpMethod.GET, "/v1/schedules/free-busy?from=2026-11-23&to=2026-11-24T00:00:00Z");

        assertThat(answer).hasStatusOk();
        assertThat(answer).bodyJson().isStrictlyEqualTo("""
                {"from": "2026-11-22T15:00:00Z", "to": "2026-11-24T00:00:00Z", "timeZone": "Asia/Seoul",
                 "busy": [{"startAt": "2026-11-23T09:30:00Z", "endAt": "2026-11-23T10:15:00Z"}]}
                """);
    }

    /** A year that repeats the hour of a clock change is an hour longer than 366 days of 24 hours. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | from=2027-11-06&to=2028-11-06
            400 | from=2027-11-06&to=2028-11-07
            200 | from=2027-11-06T04:00:00Z&to=2028-11-06T04:00:00Z
            400 | from=2027-11-06T04:00:00Z&to=2028-11-06T05:00:00Z
            400 | from=2027-11-06&to=2028-11-06T05:00:00Z
            """)
    void limitOfBusyTimesCountsCalendarDays(int status, String query) {
        api.signIn(ZoneId.of("America/New_York"));

        assertThat(api.call(HttpMethod.GET, "/v1/schedules/free-busy?" + query)).hasStatus(status);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            from | to=2026-11-24
            to   | from=2026-11-24
            from | from=yesterday&to=2026-11-24
            to   | from=2026-11-24&to=2026-11-24
            to   | from=2026-01-01&to=2027-01-03
            to   | from=2026-01-01&to=9999-12-31
            """)
    void invalidWindowOfBusyTimesIsNamed(String field, String query) {
        assertInvalid(api.call(HttpMethod.GET, "/v1/schedules/free-busy?" + query), field);
        verifyNoInteractions(calendar);
    }
}
