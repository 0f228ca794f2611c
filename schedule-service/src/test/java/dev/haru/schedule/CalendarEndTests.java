package dev.haru.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.schedule.calendar.ScheduleFixture;
import dev.haru.schedule.member.MemberServiceStub;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The first and the last day of the calendar. Their instants may be before 1970 and after 2199. */
@WholeService
class CalendarEndTests {

    private static final String DAYS = """
            {"title": "Holiday", "locationId": 1, "startDate": "%s", "endDate": "%s"%s}""";

    @Autowired
    private JsonMapper json;

    @Autowired
    private RestTestClient http;

    @ParameterizedTest
    @CsvSource({
        "Asia/Seoul, 1970-01-01, 1970-01-02",
        "Asia/Seoul, 2199-12-31, 2200-01-01",
        "America/New_York, 1970-01-01, 1970-01-02",
        "America/New_York, 2199-12-31, 2200-01-01",
        "Pacific/Kiritimati, 1970-01-01, 1970-01-02",
        "Pacific/Pago_Pago, 2199-12-31, 2200-01-01"
    })
    void dayCanBeReplacedAndPatchedAsItWasRead(String zone, String start, String end) {
        String token = tokenOf(zone);
        ScheduleCalls calls = new ScheduleCalls(http);
        ObjectNode read = added(calls, token, DAYS.formatted(start, end, ""));
        String place = "/v1/schedules/" + read.at("/scheduleId").asString();

        ObjectNode replaced = ok(calls.replace(place, token, "\"0\"", read.toString()));
        ObjectNode patched =
                ok(calls.patch(place, token, replaced.put("note", "Off").toString(), tag(replaced)));
        ObjectNode renamed = ok(calls.patch(place, token, "{\"title\": \"Day off\"}", tag(patched)));

        assertThat(patched.at("/note").asString()).isEqualTo("Off");
        assertThat(renamed.at("/title").asString()).isEqualTo("Day off");
        assertThat(renamed.at("/startDate").asString()).isEqualTo(start);
        assertThat(renamed.at("/startAt")).isEqualTo(read.at("/startAt"));
        assertThat(renamed.at("/endAt")).isEqualTo(read.at("/endAt"));
    }

    @ParameterizedTest
    @CsvSource({"Asia/Seoul, 1970-01-01, 1970-01-02", "America/New_York, 2199-12-30, 2199-12-31"})
    void occurrenceCanBeReplacedAndPatchedAsItWasRead(String zone, String start, String end) {
        String token = tokenOf(zone);
        ScheduleCalls calls = new ScheduleCalls(http);
        ObjectNode series =
                added(calls, token, DAYS.formatted(start, end, ", \"recurrence\": {\"rule\": \"FREQ=DAILY;COUNT=2\"}"));
        String first = "/v1/schedules/" + series.at("/scheduleId").asString() + "/occurrences/" + start;
        ObjectNode read = ok(calls.call(HttpMethod.GET, first, token, null));

        ObjectNode replaced = ok(calls.replace(
                first, token, "\"0\"", read.put("title", "Day off").toString()));
        ObjectNode patched =
                ok(calls.patch(first, token, replaced.put("note", "Off").toString(), tag(replaced)));

        assertThat(patched.at("/title").asString()).isEqualTo("Day off");
        assertThat(patched.at("/note").asString()).isEqualTo("Off");
        assertThat(patched.at("/startDate").asString()).isEqualTo(start);
    }

    @Test
    void instantsBefore1970AreRefused() {
        String token = tokenOf("Asia/Seoul");
        ScheduleCalls calls = new ScheduleCalls(http);
        ObjectNode read = added(calls, token, DAYS.formatted("1970-01-01", "1970-01-02", ""));
        assertThat(read.at("/startAt").asString()).isEqualTo("1969-12-31T15:00:00Z");
        String place = "/v1/schedules/" + read.at("/scheduleId").asString();

        refused(calls.patch(place, token, "{\"endAt\": \"1970-01-01T09:00:00Z\"}", "\"0\""));
        refused(calls.patch(place, token, "{\"startDate\": null, \"endDate\": null}", "\"0\""));
        read.remove(List.of("startDate", "endDate"));
        refused(calls.replace(place, token, "\"0\"", read.toString()));
    }

    private static String tokenOf(String zone) {
        return MemberServiceStub.tokenOf(ScheduleFixture.newMember(), UUID.randomUUID(), zone, Duration.ZERO);
    }

    private ObjectNode added(ScheduleCalls calls, String token, String body) {
        return body(calls.call(HttpMethod.POST, "/v1/schedules", token, body), 201);
    }

    private ObjectNode ok(ResponseSpec answer) {
        return body(answer, 200);
    }

    private void refused(ResponseSpec answer) {
        assertThat(body(answer, 400)
                        .at("/errors")
                        .valueStream()
                        .map(error -> error.path("field").asString()))
                .contains("startAt");
    }

    private static String tag(JsonNode schedule) {
        return '"' + schedule.at("/version").asString() + '"';
    }

    private ObjectNode body(ResponseSpec answer, int status) {
        var result = answer.returnResult(String.class);
        JsonNode body = json.readTree(String.valueOf(result.getResponseBody()));
        assertThat(result.getStatus().value()).as(body.toString()).isEqualTo(status);
        return (ObjectNode) body;
    }
}
