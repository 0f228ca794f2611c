package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.when;

import dev.haru.schedule.member.Member;
import java.time.Instant;
import java.time.ZoneId;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.MediaType;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@WebMvcTest(ScheduleController.class)
class ProblemLanguageTests {

    private static final String BODY = """
            {"title": "Dentist", "locationId": 1, "startAt": "2026-11-23T09:30:00Z", "endAt": "2026-11-23T10:15:00Z"}
            """;

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Calendar calendar;

    @MockitoBean
    private ScheduleEditor editor;

    @MockitoBean
    private OpaqueTokenIntrospector introspector;

    @BeforeEach
    void member() {
        when(introspector.introspect("token"))
                .thenReturn(
                        new Member(UUID.randomUUID(), ZoneId.of("Asia/Seoul"), Instant.parse("2099-01-01T00:00:00Z")));
    }

    @Test
    void exceptionIsExplainedInTheLanguage() {
        when(calendar.add(any(), any(), any())).thenThrow(ScheduleLimitReached.byMember());

        MvcTestResult answer = post(BODY);

        assertThat(answer).hasStatus(406).hasHeader("Content-Language", "ko").hasHeader("Vary", "Accept-Language");
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo("schedule-limit-reached");
        assertThat(answer).bodyJson().extractingPath("$.title").isEqualTo("허용되지 않음");
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.detail")
                .isEqualTo("일정이 최대 개수에 도달했습니다. 다른 일정을 추가하기 전에 일정을 삭제해야 합니다.");
    }

    @Test
    void constraintIsExplainedInTheLanguage() {
        assertThat(post(BODY.replace("10:15", "08:15")))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].message")
                .isEqualTo("startAt보다 늦어야 하고 그 차이가 366일 이하여야 합니다");
    }

    @Test
    void unknownParameterIsExplainedInTheLanguage() {
        assertThat(http.get()
                        .uri("/v1/schedules?form=x")
                        .header("Authorization", "Bearer token")
                        .header("Accept-Language", "ko"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].message")
                .isEqualTo("알 수 없는 매개변수입니다");
    }

    private MvcTestResult post(String body) {
        return http.post()
                .uri("/v1/schedules")
                .header("Authorization", "Bearer token")
                .header("Accept-Language", "ko-KR, en;q=0.5")
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }
}
