package dev.haru.gateway.smoketest;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs one member through the gateway: registers, signs in, adds a schedule, lists it, reads the profile, erases the
 * account, and checks that the token is revoked. Logs a line for each step. An unexpected response ends the smoke test.
 */
public final class SmokeTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final URI gateway;
    private final Clock clock;
    private final Consumer<String> log;
    private final HttpClient client;
    private String token = "";

    private SmokeTest(URI gateway, Clock clock, Consumer<String> log, HttpClient client) {
        this.gateway = gateway;
        this.clock = clock;
        this.log = log;
        this.client = client;
    }

    /** Runs the smoke test against the gateway at this URL. Returns false if a step fails; the log says which. */
    public static boolean succeeds(URI gateway, Clock clock, Consumer<String> log) {
        try (HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
            new SmokeTest(gateway, clock, log, client).run();
            log.accept("The smoke test succeeded.");
            return true;
        } catch (IOException | IllegalStateException | IllegalArgumentException | JacksonException failure) {
            log.accept("The smoke test failed: " + failure);
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void run() throws IOException, InterruptedException {
        String nickname = "journey_" + UUID.randomUUID().toString().substring(0, 8);
        String password = UUID.randomUUID().toString();
        Map<String, String> credentials = Map.of("nickname", nickname, "password", password);

        step(
                "register",
                201,
                "POST",
                "/v1/auth/user/register",
                Map.of("nickname", nickname, "password", password, "region_name", "Seoul"));
        token = field(step("sign in", 200, "POST", "/v1/auth/user/login", credentials), "token");

        Instant start = clock.instant().truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.DAYS);
        String id = field(
                step(
                        "add a schedule",
                        201,
                        "POST",
                        "/v1/schedules",
                        Map.of(
                                "title",
                                "Journey",
                                "locationId",
                                1,
                                "startAt",
                                start.toString(),
                                "endAt",
                                start.plus(1, ChronoUnit.HOURS).toString())),
                "scheduleId");
        String page = step(
                "list schedules",
                200,
                "GET",
                "/v1/schedules?from=" + start + "&to=" + start.plus(1, ChronoUnit.HOURS),
                Map.of());
        if (!page.contains(id)) {
            throw new IllegalStateException("the schedule " + id + " is not in the list: " + page);
        }
        step("read the profile", 200, "GET", "/v1/members/me", Map.of());
        step("erase the account", 202, "DELETE", "/v1/auth/user", Map.of("password", password));
        step("read the profile with the revoked token", 401, "GET", "/v1/members/me", Map.of());
    }

    private String step(String what, int expected, String method, String path, Map<String, ?> body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.resolve(path))
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body.isEmpty()
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofString(JSON.writeValueAsString(body)));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() != expected) {
            throw new IllegalStateException(
                    method + " " + path + " returned " + response.statusCode() + ": " + response.body());
        }
        log.accept(what + ": " + response.statusCode() + ", trace "
                + response.headers().firstValue("X-Trace-Id").orElse("none"));
        return response.body();
    }

    private static String field(String json, String name) {
        return JSON.readTree(json).path(name).asString();
    }
}
