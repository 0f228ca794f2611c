package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A program with a personal access token, from the creation of the token to its end. */
@SystemTest
class PersonalTokenSystemTests {

    /** One of each service. */
    private static final List<String> PATHS = List.of("/v1/schedules", "/v1/members/me", "/v1/auth/sessions");

    private final Client client;

    PersonalTokenSystemTests(Client client) {
        this.client = client;
    }

    @Test
    void tokenPermitsItsScopesUntilItEnds() {
        Client member = client.signedUp();

        PublishedRevocation.awaitRefusal(() -> useAndEndToken(member), PATHS);
    }

    /** Returns the client of the ended token. */
    private Client useAndEndToken(Client member) {
        Answer created = member.post("/v1/auth/tokens", """
                {"name": "Backup script", "scopes": ["schedules:read"]}""");
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        Client program = client.withToken(created.text("/token"));

        assertThat(program.get("/v1/schedules").status()).isEqualTo(200);
        assertRefused(program.post("/v1/schedules", "{}"), "schedules:write");
        assertRefused(program.get("/v1/members/me"), "profile:read");
        assertRefused(program.get("/v1/reports/daily/status"), "reports:read");
        assertThat(program.get("/v1/auth/sessions").text("/code")).isEqualTo("insufficient-scope");
        assertThat(program.delete("/v1/auth/user", "{\"password\":\"%s\"}".formatted(Client.PASSWORD))
                        .status())
                .isEqualTo(403);
        assertThat(program.get("/v1/locations").status()).isEqualTo(200);

        assertThat(member.delete("/v1/auth/tokens/" + created.text("/tokenId")).status())
                .isEqualTo(204);
        return program;
    }

    @Test
    void tokenEndsWithAllOtherSessions() {
        Client member = client.signedUp();

        PublishedRevocation.awaitRefusal(
                () -> {
                    Client program =
                            client.withToken(member.post("/v1/auth/tokens", """
                        {"name": "Backup script", "scopes": ["schedules:read", "profile:read"]}""").text("/token"));
                    assertThat(program.get("/v1/schedules").status()).isEqualTo(200);
                    assertThat(program.get("/v1/members/me").status()).isEqualTo(200);

                    assertThat(member.delete("/v1/auth/sessions").status()).isEqualTo(204);
                    return program;
                },
                PATHS);
        assertThat(member.get("/v1/schedules").status()).isEqualTo(200);
    }

    private static void assertRefused(Answer answer, String scope) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(403);
        assertThat(answer.text("/code")).isEqualTo("insufficient-scope");
        assertThat(answer.header("WWW-Authenticate"))
                .isEqualTo("Bearer error=\"insufficient_scope\", scope=\"" + scope + '"');
    }
}
