package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.then;

import dev.haru.platform.identity.Revocations;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;

@WebMvcTest(ErasureController.class)
class ErasureControllerTests {

    private static final UUID MEMBER = UUID.fromString("019aa5b1-0000-7000-8000-000000000001");

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Erasure erasure;

    @MockitoBean
    private Revocations revocations;

    @MockitoBean
    private OpaqueTokenIntrospector introspector;

    @Test
    void eraseErasesCalendarAndEndsAccount() {
        assertThat(erase("auth-service:only-for-tests-0123456789")).hasStatus(204);

        then(revocations).should().accountEnded(MEMBER);
        then(erasure).should().erase(MEMBER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "auth-service:wrong", "member-service:only-for-tests-0123456789"})
    void eraseWithWrongServiceCredentialIsForbidden(String credential) {
        assertThat(erase(credential)).hasStatus(403);

        then(erasure).shouldHaveNoInteractions();
        then(revocations).shouldHaveNoInteractions();
    }

    private MockMvcRequestBuilder erase(String credential) {
        return http.delete()
                .uri("/internal/members/" + MEMBER + "/schedules")
                .header("X-Service-Credential", credential);
    }
}
