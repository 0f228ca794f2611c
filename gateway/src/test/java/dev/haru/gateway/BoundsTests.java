package dev.haru.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.RawRequest;
import dev.haru.platform.test.RawRequest.RawAnswer;
import dev.haru.platform.test.bounds.HostileValues;
import dev.haru.platform.test.bounds.LoggedText;
import dev.haru.platform.test.bounds.UnusedHeaders;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Sends hostile values in URLs and headers. The tests of the services cover bodies. */
@GatewayTest
class BoundsTests {

    private static final int MAX_RESPONSE = 16 * 1024;
    private static final int MAX_LOG = 2 * 1024;

    private static final List<String> HEADERS = List.of(
            "Accept",
            "Accept-Encoding",
            "Accept-Language",
            "Access-Control-Request-Headers",
            "Authorization",
            "Cache-Control",
            "Connection",
            "Content-Length",
            "Content-Type",
            "Cookie",
            "Expect",
            "Forwarded",
            "Host",
            "If-Modified-Since",
            "If-None-Match",
            "Origin",
            "Range",
            "TE",
            "Trailer",
            "Transfer-Encoding",
            "Upgrade",
            "User-Agent",
            "X-Forwarded-For",
            "X-Request-Deadline",
            "X-Unknown",
            "baggage",
            "traceparent",
            "tracestate");

    @LocalServerPort
    private int port;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/auth/challenge",
                "/v1/members/me",
                "/v1/schedules",
                "/v1/templates/first-page",
                "/docs",
                "/docs/openapi.json",
                "/nowhere"
            })
    void everyInputIsBounded(String path) throws IOException {
        List<String> violations = new ArrayList<>();
        try (LoggedText log = new LoggedText()) {
            RawAnswer ordinary = get(path, "");
            for (Map.Entry<String, String> value : HostileValues.ofUrls().entrySet()) {
                for (String target : List.of(
                        path + "?a=" + value.getValue(),
                        path + "/" + value.getValue(),
                        path + ";a=" + value.getValue())) {
                    log.take();
                    check(get(target, ""), "%.30s".formatted(target), ordinary, log, violations);
                }
            }
            check(get(path + "?" + "a=1&".repeat(1001), ""), "1,001 parameters", ordinary, log, violations);
            for (String header : HEADERS) {
                for (Map.Entry<String, String> value : HostileValues.ofHeaders().entrySet()) {
                    log.take();
                    RawAnswer response = get(path, header + ": " + value.getValue() + "\r\n");
                    check(response, header + ": <" + value.getKey() + ">", ordinary, log, violations);
                }
            }
        }
        assertThat(violations.stream().limit(15)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/auth/challenge", "/v1/schedules", "/v1/templates/first-page", "/docs", "/nowhere"})
    void unusedHeadersDoNotPreventTheCall(String path) throws IOException {
        int ordinary = get(path, "").status();
        List<String> changed = new ArrayList<>();
        for (String name :
                Stream.concat(UnusedHeaders.NAMES.stream(), Stream.of("Accept")).toList()) {
            for (Map.Entry<String, String> lines : UnusedHeaders.linesOf(name).entrySet()) {
                int status = get(path, lines.getValue()).status();
                if (status != ordinary) {
                    changed.add(name + " (" + lines.getKey() + "): " + status);
                }
            }
        }
        assertThat(changed).isEmpty();
    }

    /** The document of the API is 503 until the services have returned theirs, so the ordinary status may be one. */
    private static void check(
            RawAnswer response, String what, RawAnswer ordinary, LoggedText log, List<String> violations) {
        if (response.status() < 200 || (response.status() >= 500 && response.status() != ordinary.status())) {
            violations.add(what + " answered " + response.status());
        }
        if (response.text().length() > Math.max(MAX_RESPONSE, ordinary.text().length() + 1024)) {
            violations.add(what + " answered " + response.text().length() + " bytes");
        }
        String logged = log.take();
        if (logged.length() > MAX_LOG) {
            violations.add(what + " logged " + logged.length() + ": " + logged.substring(0, 600));
        }
    }

    private RawAnswer get(String target, String header) throws IOException {
        String host = header.startsWith("Host:") ? "" : "Host: localhost\r\n";
        return RawRequest.send(
                port, "GET " + target + " HTTP/1.1\r\n" + host + "Connection: close\r\n" + header + "\r\n");
    }
}
