package dev.haru.schedule;

import static dev.haru.schedule.SeriesCalls.texts;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.client.RestTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The maximum size of a series, and occurrences that are far from their series. */
@WholeService
class SeriesLimitTests {

    private static final LocalDate FIRST = LocalDate.parse("2026-01-05");
    private static final String DAILY = """
            {"title": "Run", "locationId": 3, "localStart": "2026-01-05T07:00:00", "localEnd": "2026-01-05T08:00:00",
             "timeZone": "Europe/Berlin", "recurrence": {"rule": "FREQ=DAILY;COUNT=2000"%s}}""";

    @Autowired
    private JsonMapper json;

    private final UUID member = newMember();
    private SeriesCalls calls;

    @BeforeEach
    void emptyCalendar(@Autowired RestTestClient http) {
        calls = new SeriesCalls(http, json, member);
    }

    @ParameterizedTest
    @CsvSource({
        "501, 0, recurrence.excludedDates", //
        "0, 501, recurrence.additionalDates",
        "500, 500, recurrence"
    })
    void tooManyDatesAreRefused(int excluded, int additional, String field) {
        JsonNode problem = calls.send(HttpMethod.POST, "/v1/schedules", daily(excluded, additional), null, 400);

        assertThat(problem.at("/errors/0/field").asString()).isEqualTo(field);
        assertThat(rows(member)).isZero();
    }

    @Test
    void occurrenceBeyondTheMaximumOfExcludedDatesIsKept() {
        String place = calls.added(daily(500, 0));
        String next = occurrence(place, 500);

        JsonNode problem = calls.send(HttpMethod.DELETE, next, null, null, 400);

        assertThat(problem.at("/errors/0/field").asString()).isEqualTo("recurrence");
        assertThat(problem.at("/errors/0/message").asString()).contains("500 dates of each kind");
        assertThat(calls.read(next).at("/title").asString()).isEqualTo("Run");
        assertThat(calls.read(place).at("/version").asString()).isEqualTo("0");
    }

    @Test
    void changedOccurrenceBeyondTheMaximumIsRefusedAndTheOthersStay() {
        String place = calls.added(daily(0, 0));
        for (int day = 0; day < 100; day++) {
            calls.send(HttpMethod.PATCH, occurrence(place, day), "{\"title\": \"Walk\"}", version(day), 200);
        }

        JsonNode problem =
                calls.send(HttpMethod.PATCH, occurrence(place, 100), "{\"title\": \"Walk\"}", version(100), 400);

        assertThat(problem.at("/errors/0/message").asString()).contains("100 changed occurrences");
        assertThat(calls.read(occurrence(place, 100)).at("/title").asString()).isEqualTo("Run");
        JsonNode series = calls.read(place);
        assertThat(series.at("/exceptions")).hasSize(100);
        assertThat(series.at("/version").asString()).isEqualTo("100");
        // A further change of one of the hundred is still possible.
        calls.send(HttpMethod.PATCH, occurrence(place, 0), "{\"title\": \"Swim\"}", version(100), 200);
    }

    @ParameterizedTest
    @CsvSource({
        "1970-01-01T10:00:00, 1970-01-01T11:00:00, /v1/schedules?from=1970-01-01&to=1970-01-02",
        "2199-12-30T10:00:00, 2199-12-30T11:00:00, /v1/schedules?from=2199-12-30&to=2199-12-31"
    })
    void occurrenceMovedBeyondItsSeriesIsListedAtItsNewTime(String start, String end, String window) {
        String place = calls.added(daily(0, 0));

        calls.send(
                HttpMethod.PATCH,
                occurrence(place, 1),
                "{\"localStart\": \"%s\", \"localEnd\": \"%s\"}".formatted(start, end),
                version(0),
                200);

        assertThat(texts(calls.items(window), "/occurrence/originalStart")).containsExactly("2026-01-06T07:00:00");
        assertThat(texts(calls.items("/v1/schedules?from=2026-01-05&to=2026-01-08"), "/localStart"))
                .containsExactly("2026-01-05T07:00:00", "2026-01-07T07:00:00");
    }

    @ParameterizedTest
    @CsvSource({"1969-12-30T10:00:00, 1969-12-30T11:00:00", "2200-01-02T10:00:00, 2200-01-02T11:00:00"})
    void occurrenceMovedOutsideTheCalendarIsRefused(String start, String end) {
        String place = calls.added(daily(0, 0));

        JsonNode problem = calls.send(
                HttpMethod.PATCH,
                occurrence(place, 1),
                "{\"localStart\": \"%s\", \"localEnd\": \"%s\"}".formatted(start, end),
                version(0),
                400);

        assertThat(texts(problem.at("/errors").valueStream().toList(), "/field"))
                .contains("localStart");
        assertThat(calls.read(place).has("exceptions")).isFalse();
    }

    private static String daily(int excluded, int additional) {
        String dates = "";
        if (excluded > 0) {
            dates += ", \"excludedDates\": [" + starts("07:00:00", excluded) + "]";
        }
        if (additional > 0) {
            dates += ", \"additionalDates\": [" + starts("12:00:00", additional) + "]";
        }
        return DAILY.formatted(dates);
    }

    private static String starts(String time, int count) {
        return IntStream.range(0, count)
                .mapToObj(day -> "\"" + FIRST.plusDays(day) + "T" + time + "\"")
                .collect(Collectors.joining(","));
    }

    private static String occurrence(String place, int day) {
        return place + "/occurrences/" + FIRST.plusDays(day) + "T07:00:00";
    }

    private static String version(int version) {
        return "\"" + version + "\"";
    }
}
