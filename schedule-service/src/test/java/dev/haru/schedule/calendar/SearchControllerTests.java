package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.when;

import dev.haru.schedule.member.Member;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@WebMvcTest(SearchController.class)
class SearchControllerTests {

    private static final UUID MEMBER = UUID.fromString("019aa5b1-0000-7000-8000-000000000001");
    private static final ZoneId SEOUL = ZoneId.of("Asia/Seoul");

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private ScheduleSearch search;

    @MockitoBean
    private OpaqueTokenIntrospector introspector;

    @BeforeEach
    void member() {
        when(introspector.introspect("token"))
                .thenReturn(new Member(MEMBER, SEOUL, Instant.parse("2099-01-01T00:00:00Z")));
    }

    @Test
    void parametersAreTheQuery() {
        ScheduleQuery query = new ScheduleQuery(
                Window.of("2026-11-23", null, SEOUL),
                "치과",
                "건강",
                "tentative",
                Instant.parse("2026-11-21T15:00:00Z"),
                true);
        Schedule schedule = new Schedule(
                UUID.randomUUID(),
                MEMBER,
                new Plan("치과", 1, query.window().from(), query.window().from().plusSeconds(60), null),
                0,
                Instant.EPOCH,
                Instant.EPOCH);
        when(search.page(MEMBER, SEOUL, query, query.start(), 2)).thenReturn(List.of(schedule, schedule));

        MvcTestResult answer = get("from=2026-11-23&text=%EC%B9%98%EA%B3%BC&tag=%EA%B1%B4%EA%B0%95&status=tentative"
                + "&updatedSince=2026-11-22&order=descending&limit=1");

        assertThat(answer)
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.nextCursor")
                .isEqualTo(query.cursorAfter(schedule));
    }

    @ParameterizedTest
    @CsvSource({
        "order=upwards, order",
        "updatedSince=x, updatedSince",
        "text=%00, text",
        "text=%0a, text",
        "cursor=x, cursor",
        "limit=101, limit",
        "from=2026-11-23&to=2026-11-23, to",
        "tag=%0a, tag",
        "tag=, tag",
        "status=done, status",
        "status=Confirmed, status",
        "colour=x, colour"
    })
    void invalidParameterIsNamed(String parameters, String field) {
        assertThat(get(parameters))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo(field);
    }

    @Test
    void longTextIsRefused() {
        assertThat(get("text=" + "x".repeat(101))).hasStatus(400);
    }

    private MvcTestResult get(String parameters) {
        return http.get()
                .uri(URI.create("/v1/schedules/search?" + parameters))
                .header("Authorization", "Bearer token")
                .exchange();
    }
}
