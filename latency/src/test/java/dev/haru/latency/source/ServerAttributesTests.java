package dev.haru.latency.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerAttributesTests {

    @ParameterizedTest
    @CsvSource({
        "/v1/things/{id}, /v1/things/7, /v1/things/{1 digit}",
        "/v1/things/{id}, /v1/things/1234?full=true, /v1/things/{4 digits}",
        "/v1/things/{id}, /v1/things/4bf92f35-77b3-4da6-a3ce-929d0e0e4736, /v1/things/{UUID}",
        "/v1/{kind}/all, /v1/books/all, /v1/{text}/all",
        "/v1/{path}, /v1/a/b, /v1/{path}"
    })
    void pathBecomesTheClassesOfItsParameters(String route, String path, String expected) {
        assertThat(ServerAttributes.of(Map.of(), Map.of("http.route", route, "url.path", path)))
                .containsExactly(Map.entry("url.path", expected));
    }

    @Test
    void pathWithoutParametersIsLeftOut() {
        assertThat(ServerAttributes.of(Map.of(), Map.of("http.route", "/v1/things", "url.path", "/v1/things")))
                .isEmpty();
    }

    @Test
    void instanceVersionAndStatusAreTaken() {
        Map<String, String> resource = Map.of("k8s.pod.name", "a-1", "service.version", "2", "os.type", "linux");
        Map<String, String> span = Map.of("http.response.status_code", "503", "thread.name", "main");

        assertThat(ServerAttributes.of(resource, span))
                .isEqualTo(Map.of("k8s.pod.name", "a-1", "service.version", "2", "http.response.status_code", "503"));
    }
}
