package dev.haru.systemtests.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that fuzzing once found to violate the contract. Each now gets the documented response. */
@SystemTest
class ContractSystemTests {

    private final Client member;

    ContractSystemTests(Client client) {
        this.member = client.signedIn("seed_3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/auth/sessions", "/v1/members/me", "/v1/schedules"})
    void malformedFormIsIgnoredWithoutRequestBody(String path) {
        Answer answer = member.with("Content-Type", "multipart/form-data").send("GET", path, new byte[0]);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/auth/user/refresh", "/v1/schedules"})
    void malformedFormIsUnsupportedWhereJsonIsExpected(String path) {
        Answer answer = member.with("Content-Type", "multipart/form-data").send("POST", path, "x".getBytes(UTF_8));

        assertThat(answer.status()).as(answer.body()).isEqualTo(415);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1-1-1-1-1"})
    void incompleteUuidIsRefused(String before) {
        Answer answer = member.get("/v1/auth/events?before=" + before);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    }
}
