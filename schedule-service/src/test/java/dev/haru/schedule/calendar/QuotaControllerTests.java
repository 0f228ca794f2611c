package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.when;

import dev.haru.schedule.member.Member;
import java.time.Instant;
import java.time.ZoneId;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@WebMvcTest({QuotaController.class, ScheduleController.class, ScheduleEditor.class})
class QuotaControllerTests {

    private static final UUID MEMBER = UUID.fromString("019aa5b1-0000-7000-8000-000000000001");

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Calendar calendar;

    @MockitoBean
    private OpaqueTokenIntrospector introspector;

    @Test
    void quotaIsReadByItsOwner() {
        when(introspector.introspect("token"))
                .thenReturn(new Member(MEMBER, ZoneId.of("Asia/Seoul"), Instant.parse("2099-01-01T00:00:00Z")));
        when(calendar.quota(MEMBER)).thenReturn(Quota.of(30, 12));

        assertThat(http.get().uri("/v1/schedules/quota").header("Authorization", "Bearer token"))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("{\"limit\": 30, \"used\": 12, \"remaining\": 18}");
    }

    @Test
    void quotaNeedsAToken() {
        assertThat(http.get().uri("/v1/schedules/quota")).hasStatus(401);
    }
}
