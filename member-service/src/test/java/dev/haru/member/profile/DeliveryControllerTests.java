package dev.haru.member.profile;

import static dev.haru.member.profile.MemberFixture.JOINED_AT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;

import dev.haru.member.auth.TokenClient;
import dev.haru.member.region.Regions;
import dev.haru.platform.identity.Revocations;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.platform.test.MovableClock;
import java.time.Clock;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.http.MediaType;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;

@WebMvcTest(DeliveryController.class)
class DeliveryControllerTests {

    private static final UUID ID = UUID.fromString("019aa5a1-0000-7000-8000-000000000001");

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private TokenClient tokens;

    @MockitoBean
    private MemberRepository members;

    @MockitoBean
    private Regions regions;

    @MockitoBean
    private Revocations revocations;

    @Test
    void joinCreatesTheProfile() {
        given(members.join(ID, "haru_fan", "fan@example.org", "Seoul", 0, JOINED_AT))
                .willReturn(1);

        assertThat(put("", """
                {"nickname": "haru_fan", "email": "fan@example.org", "regionName": "Seoul", "accountVersion": 0}
                """)).hasStatus(204);

        then(members).should().join(ID, "haru_fan", "fan@example.org", "Seoul", 0, JOINED_AT);
        then(revocations).should().identityChanged(ID);
    }

    @Test
    void joinWithoutAChangeSucceeds() {
        given(regions.idOf("regionName", "Seoul")).willReturn(1);

        assertThat(put("", """
                {"nickname": "haru_fan", "regionName": "Seoul", "accountVersion": 0, "locale": "of a later version"}
                """)).hasStatus(204);
    }

    @Test
    void joinInAnUnknownRegionNamesTheField() {
        given(regions.idOf("regionName", "Atlantis"))
                .willThrow(InvalidRequest.field("regionName", Message.literal("must be known")));

        assertThat(put("", """
                {"nickname": "haru_fan", "email": null, "regionName": "Atlantis", "accountVersion": 0}
                """))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("regionName");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"email": null, "regionName": "Seoul", "accountVersion": 0}                | nickname
            {"nickname": "haru_fan", "regionName": "Seoul"}                            | accountVersion
            {"nickname": "haru_fan", "regionName": "Seoul", "accountVersion": -1}      | accountVersion
            {"nickname": "haru_fan", "accountVersion": 0}                              | regionName
            """)
    void joinWithAnInvalidFieldNamesTheField(String body, String field) {
        assertThat(put("", body))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo(field);
    }

    @Test
    void identifyUpdatesTheProfile() {
        given(members.identify(ID, "another", null, 8, JOINED_AT)).willReturn(1);

        assertThat(put("/identifiers", """
                {"nickname": "another", "email": null, "accountVersion": 8}
                """)).hasStatus(204);
        then(revocations).should().identityChanged(ID);
    }

    @Test
    void identifyWhenTheProfileIsNewerSucceeds() {
        given(members.identify(any(), any(), any(), anyLong(), any())).willReturn(0);
        given(members.existsById(ID)).willReturn(true);

        assertThat(put("/identifiers", """
                {"nickname": "another", "email": null, "accountVersion": 8}
                """)).hasStatus(204);
    }

    @Test
    void identifyBeforeTheProfileExistsIsNotFound() {
        assertThat(put("/identifiers", """
                {"nickname": "another", "email": null, "accountVersion": 8}
                """))
                .hasStatus(404)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("not-found");
    }

    @Test
    void identifyAfterTheErasureSucceeds() {
        given(members.isErased(ID)).willReturn(true);

        assertThat(put("/identifiers", """
                {"nickname": "another", "email": null, "accountVersion": 8}
                """)).hasStatus(204);
        then(revocations).shouldHaveNoInteractions();
    }

    @Test
    void eraseDeletesTheProfileAndPublishesIt() {
        assertThat(erase("auth-service")).hasStatus(204);

        then(members).should().erase(ID, JOINED_AT);
        then(revocations).should().accountEnded(ID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"schedule-service", "gateway", ""})
    void eraseByAnotherServiceIsForbidden(String caller) {
        assertThat(erase(caller)).hasStatus(403);

        then(members).shouldHaveNoInteractions();
        then(revocations).shouldHaveNoInteractions();
    }

    private MockMvcRequestBuilder erase(String caller) {
        return http.delete()
                .uri("/internal/members/" + ID)
                .header("X-Service-Credential", caller + ":only-for-tests-0123456789");
    }

    private MockMvcRequestBuilder put(String path, String body) {
        return http.put()
                .uri("/internal/members/" + ID + path)
                .header("X-Service-Credential", "auth-service:only-for-tests-0123456789")
                .contentType(MediaType.APPLICATION_JSON)
                .content(body);
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class TestClock {

        @Bean
        @Primary
        Clock movableClock() {
            return new MovableClock(JOINED_AT);
        }
    }
}
