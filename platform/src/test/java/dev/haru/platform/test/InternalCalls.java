package dev.haru.platform.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.security.InternalCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Tests of the internal endpoints of a service. A service extends this class; new endpoints are covered without a
 * change.
 */
public abstract class InternalCalls {

    private static final List<String> SERVICES =
            List.of("gateway", "auth-service", "member-service", "schedule-service", "operator");

    private final String service;
    private final SortedMap<String, String> clientByCall = new TreeMap<>();

    @Autowired
    private MockMvcTester http;

    @Autowired
    @Qualifier("requestMappingHandlerMapping") private RequestMappingHandlerMapping mappings;

    /** Tests the endpoints of the service with this name. */
    protected InternalCalls(String service) {
        this.service = service;
    }

    @BeforeEach
    void readMappings() {
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

    @Test
    void internalCallAcceptsOnlyItsClientService() {
        assertThat(clientByCall).isNotEmpty();
        clientByCall.forEach((call, client) -> {
            for (String other : SERVICES) {
                int status = statusOf(call, other + ":" + EmbeddedDatabase.SECRET);
                if (other.equals(client)) {
                    assertThat(status).as("%s by %s", call, other).isNotEqualTo(403);
                } else {
                    assertThat(status).as("%s by %s", call, other).isEqualTo(403);
                }
            }
            assertThat(statusOf(call, client + ":not-" + EmbeddedDatabase.SECRET))
                    .as("%s with a wrong secret", call)
                    .isEqualTo(403);
        });
    }

    @Test
    void documentedInternalCallsMatchTheCode() throws IOException {
        List<String> documented = Files.readAllLines(Path.of("../docs/architecture.md")).stream()
                .filter(line -> line.matches("\\| `[A-Z]+ /internal/[^`]+` \\| " + service + " \\|.*"))
                .sorted()
                .toList();
        assertThat(documented)
                .containsExactlyElementsOf(clientByCall.entrySet().stream()
                        .map(call -> "| `" + call.getKey() + "` | " + service + " | " + call.getValue() + " |")
                        .sorted()
                        .toList());
    }

    private int statusOf(String call, String credential) {
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
