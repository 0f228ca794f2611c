package dev.haru.gateway.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import dev.haru.platform.token.TokenFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.web.reactive.server.WebTestClient;

/** The examples at the top of the API page, sent as they stand. */
@GatewayTest
class QuickStartTests {

    @Autowired
    WebTestClient client;

    @LocalServerPort
    int port;

    @Test
    void quickStartSignsInAndSendsTheToken() throws IOException, InterruptedException {
        // CI has curl, so CI never skips this test.
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")) || "true".equals(System.getenv("CI")));
        String token = TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());
        FakeServices.auth.stubFor(post("/v1/auth/user/login").willReturn(okJson("""
                        {"token":"%s","tokenType":"Bearer","refreshToken":"hrr_other"}""".formatted(token))));
        String quickStart = example("quick-start");
        assertThat(quickStart.lines()).hasSize(5);

        Process shell = new ProcessBuilder(
                        "sh", "-c", quickStart.replace("http://127.0.0.1:8080", "http://localhost:" + port))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(shell.waitFor(3, TimeUnit.MINUTES)).isTrue();

        assertThat(FakeServices.requests())
                .extracting(request -> request.getMethod() + " " + request.getUrl())
                .containsExactlyInAnyOrder(
                        "POST /v1/auth/user/register",
                        "POST /v1/auth/user/login",
                        "POST /v1/schedules",
                        "GET /v1/schedules");
        assertThat(FakeServices.requests())
                .filteredOn(request -> request.getUrl().equals("/v1/schedules"))
                .allSatisfy(request ->
                        assertThat(request.getHeader("Authorization")).isEqualTo("Bearer " + token));
        assertThat(FakeServices.requests())
                .filteredOn(request -> request.getMethod().value().equals("POST"))
                .allSatisfy(request -> assertThat(new ObjectMapper().readTree(request.getBody()))
                        .isInstanceOf(ObjectNode.class));
    }

    @Test
    void exampleOfAProblemIsTheRealResponse() throws IOException {
        byte[] response = client.get()
                .uri("/v1/schedules")
                .header("Authorization", "Bearer x")
                .exchange()
                .expectBody()
                .returnResult()
                .getResponseBody();

        assertThat(withoutTraceId(example("problem")))
                .isEqualTo(withoutTraceId(new String(Objects.requireNonNull(response), StandardCharsets.UTF_8)));
    }

    private static ObjectNode withoutTraceId(String problem) throws IOException {
        ObjectNode tree = (ObjectNode) new ObjectMapper().readTree(problem);
        assertThat(tree.remove("traceId").textValue()).matches("[0-9a-f]{32}");
        return tree;
    }

    private String example(String id) {
        byte[] body =
                client.get().uri("/docs").exchange().expectBody().returnResult().getResponseBody();
        String page = new String(Objects.requireNonNull(body), StandardCharsets.UTF_8);
        Matcher example =
                Pattern.compile("id=\"" + id + "\">(.*?)</pre>", Pattern.DOTALL).matcher(page);
        assertThat(example.find()).isTrue();
        return example.group(1).replaceAll("</?span[^>]*>", "");
    }
}
