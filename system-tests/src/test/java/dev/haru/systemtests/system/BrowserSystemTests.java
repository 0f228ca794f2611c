package dev.haru.systemtests.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.haru.local.HaruSystem;
import dev.haru.local.port.Port;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sign-in from a page of another site: {@code http://localhost} calls the gateway at {@code http://127.0.0.1}. */
@SystemTest
class BrowserSystemTests {

    private static final int MINUTES = 10;
    private static final int VISITS = 3;
    private static final Duration RESET_LIMIT = Duration.ofMinutes(3);
    private static final Pattern SERVER_ERROR = Pattern.compile("\\b5\\d\\d\\b|\"failure\"");

    private final HaruSystem system;
    private final BlockingQueue<String> outcomes = new LinkedBlockingQueue<>();
    private final HttpServer site;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    BrowserSystemTests(HaruSystem system) throws IOException {
        this.system = system;
        this.site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void startSite() {
        site.createContext("/sign-in.html", exchange -> answer(exchange, "text/html"));
        site.createContext("/fetch-available.js", exchange -> answer(exchange, "text/javascript"));
        site.createContext("/outcome", exchange -> {
            outcomes.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            answer(exchange, new byte[0]);
        });
        site.start();
    }

    @AfterEach
    void stopSite() {
        site.stop(0);
    }

    @Test
    void ownerSolvesAChallengeOnceThenTheDeviceIsKnown(Client client) throws Exception {
        Visit visit = visit(client);
        for (int visits = 1; visit.disturbed() && visits < VISITS; visits++) {
            visit = visit(client);
        }

        assertThat(visit.seen()).isEqualTo(new JsonMapper().readTree("""
                        {
                          "guesses": "401,401,401",
                          "ownerOnANewDevice": 428,
                          "ownerWhoSolved": 200,
                          "guessesAfterwards": "401,401,401",
                          "somebodyElse": 428,
                          "ownerOnAKnownDevice": 200,
                          "cookieAsScriptsSeeIt": ""
                        }"""));
        assertThat(visit.cookies()).singleElement().satisfies(device -> {
            assertThat(device.at("/name").asString()).isEqualTo("haru_device");
            assertThat(device.at("/domain").asString()).isEqualTo("127.0.0.1");
            assertThat(device.at("/path").asString()).isEqualTo("/v1/auth/user");
            assertThat(device.at("/httpOnly").asBoolean()).isTrue();
            assertThat(device.at("/secure").asBoolean()).isTrue();
            assertThat(device.at("/sameSite").asString()).isEqualTo("None");
            assertThat(device.at("/partitionKey/topLevelSite").asString()).isEqualTo("http://localhost");
        });
    }

    /** A new member signs in with a browser that has an empty profile. */
    private Visit visit(Client client) throws IOException, InterruptedException {
        double fallbacks = localFallbacks();
        String nickname = Client.freshNickname();
        assertThat(client.register(nickname).status()).isEqualTo(201);
        String page = "http://localhost/sign-in.html?nickname=" + nickname + "&api=" + system.gatewayUrl();
        Path profile = Files.createDirectory(directory.resolve(nickname));
        try (Chromium browser = Chromium.open(profile, site.getAddress().getPort(), page)) {
            String outcome = outcomes.poll(MINUTES, TimeUnit.MINUTES);
            assertThat(outcome).as("the outcome that the page sends").isNotNull();
            boolean disturbed = localFallbacks() > fallbacks
                    || SERVER_ERROR.matcher(outcome).find();
            return new Visit(new JsonMapper().readTree(outcome), browser.cookies(), disturbed);
        } finally {
            resetLoginGuard(nickname);
        }
    }

    /** The next visit and the other tests sign in from the same address. */
    private void resetLoginGuard(String nickname) {
        Client operator =
                new Client(system.url(Port.AUTH_MANAGEMENT)).with("X-Service-Credential", system.operatorCredential());
        // The call fails while Redis does not respond.
        await().atMost(RESET_LIMIT).ignoreException(UncheckedIOException.class).untilAsserted(() -> {
            assertThat(operator.delete("/actuator/loginguard?address=127.0.0.1&nickname=" + nickname)
                            .status())
                    .isEqualTo(204);
            assertThat(operator.delete("/actuator/loginguard").status())
                    .as("password spraying")
                    .isEqualTo(204);
        });
    }

    /** How often a call of the login guard to Redis failed, after which lower limits applied. */
    private double localFallbacks() {
        String metric = new Client(system.url(Port.AUTH_MANAGEMENT))
                .get("/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith("haru_login_guard_local_fallback_total"))
                .findFirst()
                .orElseThrow();
        return Double.parseDouble(metric.substring(metric.lastIndexOf(' ')));
    }

    private static void answer(HttpExchange exchange, String mediaType) throws IOException {
        String name = exchange.getRequestURI().getPath().substring(1);
        try (InputStream file = BrowserSystemTests.class.getResourceAsStream(name)) {
            exchange.getResponseHeaders().set("Content-Type", mediaType);
            answer(exchange, Objects.requireNonNull(file).readAllBytes());
        }
    }

    private static void answer(HttpExchange exchange, byte[] body) throws IOException {
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.getResponseBody().close();
    }

    /**
     * The results of a visit.
     *
     * @param disturbed whether Redis or a service responded too late, as on a busy machine; the other limits of the
     *     login guard, or an error, then determine the results
     */
    private record Visit(JsonNode seen, JsonNode cookies, boolean disturbed) {}
}
