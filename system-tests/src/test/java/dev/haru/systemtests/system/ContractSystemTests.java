package dev.haru.systemtests.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that once violated the contract. Each now gets the documented response. */
@SystemTest
class ContractSystemTests {

    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private final Client client;
    private final Client member;

    ContractSystemTests(Client client) {
        this.client = client;
        this.member = client.signedIn("seed_3");
    }

    @Test
    void everyPathWithASlashAtItsEndIsNotFound() {
        List<String> found = new ArrayList<>();
        for (String path : paths()) {
            for (String method : METHODS) {
                for (Client caller : List.of(client, member)) {
                    int status = caller.send(method, path + "/", new byte[0]).status();
                    if (status != 404) {
                        found.add(method + " " + path + "/: " + status);
                    }
                }
            }
        }
        assertThat(found).isEmpty();
    }

    /** Returns all paths of the document, with the examples of their parameters. */
    private static Set<String> paths() {
        return ApiDescription.read().operations().stream()
                .map(operation -> operation.parameters().stream()
                        .reduce(
                                operation.path(),
                                (path, parameter) -> path.replace("{" + parameter.name() + "}", parameter.example()),
                                (path, _) -> path))
                .collect(Collectors.toCollection(TreeSet::new));
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
