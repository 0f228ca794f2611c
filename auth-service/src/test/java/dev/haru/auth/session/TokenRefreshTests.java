package dev.haru.auth.session;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The exchange of a refresh token for a new pair. */
@AuthServiceTest
class TokenRefreshTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MovableClock clock;

    private final String nickname = freshNickname();

    @BeforeEach
    void member() {
        assertThat(calls.register(nickname)).hasStatus(201);
    }

    @Test
    void refreshReturnsAValidPair() throws Exception {
        MvcTestResult first = calls.login(nickname, PASSWORD);
        clock.advance(Duration.ofMinutes(61));

        MvcTestResult second = calls.refresh(read(first, "$.refreshToken"));

        assertThat(second).hasStatusOk();
        assertThat(calls.introspect(read(second, "$.token")))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(true);
        assertThat(calls.refresh(read(second, "$.refreshToken"))).hasStatusOk();
    }

    @Test
    void secondRefreshWithinTheGraceWindowSucceeds() throws Exception {
        String refreshToken = read(calls.login(nickname, PASSWORD), "$.refreshToken");

        MvcTestResult one = calls.refresh(refreshToken);
        clock.advance(Duration.ofSeconds(9));
        MvcTestResult other = calls.refresh(refreshToken);

        assertThat(calls.introspect(read(one, "$.token")))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(true);
        assertThat(calls.introspect(read(other, "$.token")))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(true);
    }

    @Test
    void reuseOfARefreshTokenEndsItsSession() throws Exception {
        String stolen = read(calls.login(nickname, PASSWORD), "$.refreshToken");
        MvcTestResult owner = calls.refresh(stolen);
        clock.advance(Duration.ofSeconds(11));

        MvcTestResult thief = calls.refresh(stolen);

        assertThat(thief).hasStatus(401).bodyJson().extractingPath("$.code").isEqualTo("invalid-refresh-token");
        assertThat(calls.introspect(read(owner, "$.token")))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(false);
        assertThat(calls.refresh(read(owner, "$.refreshToken")))
                .hasStatus(401)
                .hasHeader("WWW-Authenticate", "Haru realm=\"sign-in\"");
    }
}
