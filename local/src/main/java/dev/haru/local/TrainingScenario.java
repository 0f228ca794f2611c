package dev.haru.local;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Typical requests of members, repeated, so that a recorded class cache covers the code of requests as well as of the
 * start.
 */
final class TrainingScenario {

    /** The JVM keeps a profile only of methods that were called some hundred times. */
    private static final int MEMBERS = 120;

    private static final int AT_ONCE = 4;
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String TOKEN = "\"token\":\"";
    private static final String PASSWORD = "a-password-of-nobody-1";

    private final String gateway;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .build();

    TrainingScenario(String gateway) {
        this.gateway = gateway;
    }

    /** Sends all requests. Throws {@link IllegalStateException} if a response has an unexpected status. */
    void run(Tasks tasks) {
        Instant tomorrow = Instant.now().truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.DAYS);
        List<Tasks.Task> runs = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            int number = i;
            runs.add(() -> run(number, tomorrow.plus(number, ChronoUnit.HOURS)));
        }
        try (client) {
            tasks.all(runs, AT_ONCE);
        }
    }

    private void run(int number, Instant start) throws InterruptedException {
        String nickname = "trainee_" + number;
        String credentials = "{\"nickname\":\"%s\",\"password\":\"%s\"".formatted(nickname, PASSWORD);
        post("/v1/auth/user/register", credentials + ",\"region_name\":\"Seoul\"}", "", 201);
        String session = post("/v1/auth/user/login", credentials + "}", "", 200);
        int token = session.indexOf(TOKEN) + TOKEN.length();
        asMember(session.substring(token, session.indexOf('"', token)), start);
    }

    private void asMember(String token, Instant start) throws InterruptedException {
        for (int hour = 0; hour < 5; hour++) {
            Instant from = start.plus(hour, ChronoUnit.HOURS);
            post("/v1/schedules", """
                    {"title":"Training","locationId":1,"startAt":"%s","endAt":"%s"}""".formatted(from, from.plus(30, ChronoUnit.MINUTES)), token, 201);
            get("/v1/schedules", token);
            get("/v1/members/me", token);
        }
        get("/v1/locations", token);
        get("/v1/reports/daily/status", token);
        get("/v1/reports/weekly/status", token);
        get("/v1/templates/first-page", token);
        get("/v1/auth/sessions", token);
    }

    private void get(String path, String token) throws InterruptedException {
        send(HttpRequest.newBuilder(URI.create(gateway + path)).GET(), token, 200);
    }

    private String post(String path, String json, String token, int status) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(gateway + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json));
        return send(request, token, status);
    }

    private String send(HttpRequest.Builder request, String token, int status) throws InterruptedException {
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpRequest sent = request.timeout(LIMIT).build();
        try {
            var answer = client.send(sent, BodyHandlers.ofString());
            if (answer.statusCode() != status) {
                throw new IllegalStateException("%s %s returned %d instead of %d: %s"
                        .formatted(sent.method(), sent.uri(), answer.statusCode(), status, answer.body()));
            }
            return answer.body();
        } catch (IOException e) {
            throw new IllegalStateException(sent.method() + " " + sent.uri() + " received no response", e);
        }
    }
}
