package dev.haru.auth.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AccountFixture;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@AuthServiceTest
class SignUpBudgetTests {

    private static final int LIMIT = 20;

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MovableClock clock;

    @Autowired
    private LoginGuardEndpoint operator;

    private final String address = TestClient.freshAddress();

    private TestClient client;

    @BeforeEach
    void client() {
        client = new TestClient(http, address);
    }

    @Test
    void registrationsBeyondTheBudgetAreChallenged() {
        exhaust();

        MvcTestResult challenged = register(Map.of());
        assertThat(challenged).hasStatus(428);
        assertThat(challenged).bodyJson().extractingPath("$.code").isEqualTo("challenge-required");
        new TestClient(http, TestClient.freshAddress()).register(AccountFixture.freshNickname());
    }

    @Test
    void registrationWithASolutionSucceedsBeyondTheBudget() {
        exhaust();
        String solution = client.solution("");

        assertThat(register(Map.of("challenge", solution))).hasStatus(201);
        assertThat(register(Map.of("challenge", solution)))
                .as("a used solution")
                .hasStatus(428);
    }

    @Test
    void budgetIsFullAgainAfterAMinute() {
        exhaust();
        clock.advance(Duration.ofMinutes(1));

        assertThat(register(Map.of())).hasStatus(201);
    }

    @Test
    void operatorSeesAndRefillsTheBudget() {
        exhaust();
        assertThat(operator.explain(address, null, null).failures())
                .containsEntry("sign-up", new LoginGuardEndpoint.Failures(LIMIT, LIMIT, 0));

        operator.clear(address, null, null);

        assertThat(register(Map.of())).hasStatus(201);
    }

    private void exhaust() {
        for (int i = 0; i < LIMIT; i++) {
            client.register(AccountFixture.freshNickname());
        }
    }

    private MvcTestResult register(Map<String, String> more) {
        Map<String, String> form = new java.util.HashMap<>(Map.of(
                "nickname", AccountFixture.freshNickname(), "password", TestClient.PASSWORD, "region_name", "Seoul"));
        form.putAll(more);
        return client.post("/v1/auth/user/register", form);
    }
}
