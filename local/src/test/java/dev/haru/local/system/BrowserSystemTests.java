package dev.haru.local.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.haru.local.HaruSystem;
import dev.haru.local.port.Port;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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

    private static final int SECONDS = 60;

    private final HaruSystem system;
    private final String nickname = Client.freshNickname();
    private final CompletableFuture<String> outcome = new CompletableFuture<>();
    private final HttpServer site;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path profile;

    BrowserSystemTests(HaruSystem system) throws IOException {
        this.system = system;
        this.site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void startSite() {
        site.createContext("/sign-in.html", this::page);
        site.createContext("/outcome", exchange -> {
            outcome.complete(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            answer(exchange, new byte[0]);
        });
        site.start();
    }

    @AfterEach
    void stopSite() {
        site.stop(0);
        // The other tests sign in from the same address, so the counts of the login guard must be reset.
        new Client(system.url(Port.AUTH_MANAGEMENT))
                .with("X-Service-Credential", system.operatorCredential())
                .delete("/actuator/loginguard?address=127.0.0.1&nickname=" + nickname);
    }

    @Test
    void ownerSolvesAChallengeOnceThenTheDeviceIsKnown(Client client) throws Exception {
        assertThat(client.register(nickname).status()).isEqualTo(201);
        String page = "http://localhost/sign-in.html?nickname=" + nickname + "&api=" + system.gatewayUrl();
        JsonNode seen;
        JsonNode cookies;
        try (Chromium browser = Chromium.open(profile, site.getAddress().getPort(), page)) {
            seen = new JsonMapper()
                    .readTree(outcome.orTimeout(SECONDS, TimeUnit.SECONDS).join());
            cookies = browser.cookies();
        }

        assertThat(seen).isEqualTo(new JsonMapper().readTree("""
                        {
                          "guesses": "401,401,401",
                          "ownerOnANewDevice": 428,
                          "ownerWhoSolved": 200,
                          "guessesAfterwards": "401,401,401",
                          "somebodyElse": 428,
                          "ownerOnAKnownDevice": 200,
                          "cookieAsScriptsSeeIt": ""
                        }"""));
        assertThat(cookies).singleElement().satisfies(device -> {
            assertThat(device.at("/name").asString()).isEqualTo("haru_device");
            assertThat(device.at("/domain").asString()).isEqualTo("127.0.0.1");
            assertThat(device.at("/path").asString()).isEqualTo("/v1/auth/user");
            assertThat(device.at("/httpOnly").asBoolean()).isTrue();
            assertThat(device.at("/secure").asBoolean()).isTrue();
            assertThat(device.at("/sameSite").asString()).isEqualTo("None");
            assertThat(device.at("/partitionKey/topLevelSite").asString()).isEqualTo("http://localhost");
        });
    }

    private void page(HttpExchange exchange) throws IOException {
        try (InputStream page = getClass().getResourceAsStream("sign-in.html")) {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            answer(exchange, Objects.requireNonNull(page).readAllBytes());
        }
    }

    private static void answer(HttpExchange exchange, byte[] body) throws IOException {
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
