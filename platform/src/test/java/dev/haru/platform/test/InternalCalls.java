package dev.haru.platform.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.security.InternalCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The internal endpoints of a service, each with its method, path and client service. */
public final class InternalCalls {

    private static final List<String> SERVICES =
            List.of("gateway", "auth-service", "member-service", "schedule-service", "operator");

    private final SortedMap<String, String> clientByCall = new TreeMap<>();

    /** Reads the endpoints of all mappings; fails for a mapping without a client service. */
    public InternalCalls(RequestMappingHandlerMapping mappings) {
        mappings.getHandlerMethods().forEach((mapping, handler) -> {
            for (String path : mapping.getPatternValues()) {
                if (path.startsWith("/internal")) {
                    InternalCall call = Objects.requireNonNull(
                            handler.getMethodAnnotation(InternalCall.class), () -> mapping + " names no client");
                    assertThat(SERVICES).contains(call.client());
                    mapping.getMethodsCondition()
                            .getMethods()
                            .forEach(method -> clientByCall.put(method + " " + path, call.client()));
                }
            }
        });
    }

    /** Asserts that each endpoint accepts its client service and refuses every other service with 403. */
    public void assertClosedToOthers(MockMvcTester http) {
        assertThat(clientByCall).isNotEmpty();
        clientByCall.forEach((call, client) -> {
            for (String service : SERVICES) {
                int status = statusOf(http, call, service + ":" + EmbeddedDatabase.SECRET);
                if (service.equals(client)) {
                    assertThat(status).as("%s by %s", call, service).isNotEqualTo(403);
                } else {
                    assertThat(status).as("%s by %s", call, service).isEqualTo(403);
                }
            }
            assertThat(statusOf(http, call, client + ":not-" + EmbeddedDatabase.SECRET))
                    .as("%s with a wrong secret", call)
                    .isEqualTo(403);
        });
    }

    /** Asserts that the table in docs/architecture.md lists exactly these endpoints of the service. */
    public void assertDocumented(String service) {
        try {
            List<String> documented = Files.readAllLines(Path.of("../docs/architecture.md")).stream()
                    .filter(line -> line.matches("\\| `[A-Z]+ /internal/[^`]+` \\| " + service + " \\|.*"))
                    .sorted()
                    .toList();
            assertThat(documented)
                    .containsExactlyElementsOf(clientByCall.entrySet().stream()
                            .map(call -> "| `" + call.getKey() + "` | " + service + " | " + call.getValue() + " |")
                            .sorted()
                            .toList());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static int statusOf(MockMvcTester http, String call, String credential) {
        String[] parts = call.split(" ", 2);
        return http.method(HttpMethod.valueOf(parts[0]))
                .uri(parts[1].replaceAll("\\{[^}]+}", UUID.randomUUID().toString()))
                .header("X-Service-Credential", credential)
                .contentType(MediaType.APPLICATION_JSON)
                .content("{}")
                .exchange()
                .getResponse()
                .getStatus();
    }
}
