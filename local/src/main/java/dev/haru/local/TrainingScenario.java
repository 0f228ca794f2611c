package dev.haru.local;

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
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final String TOKEN = "\"token\":\"";
    private static final String PASSWORD = "a-password-of-nobody-1";

    private final TrainingClient client;

    TrainingScenario(String gateway) {
        this.client = new TrainingClient(gateway, PAUSE);
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
        client.post("/v1/auth/user/register", credentials + ",\"region_name\":\"Seoul\"}", "", 201);
        String session = client.post("/v1/auth/user/login", credentials + "}", "", 200);
        int token = session.indexOf(TOKEN) + TOKEN.length();
        asMember(session.substring(token, session.indexOf('"', token)), start);
    }

    private void asMember(String token, Instant start) throws InterruptedException {
        for (int hour = 0; hour < 5; hour++) {
            Instant from = start.plus(hour, ChronoUnit.HOURS);
            client.post("/v1/schedules", """
                    {"title":"Training","locationId":1,"startAt":"%s","endAt":"%s"}""".formatted(from, from.plus(30, ChronoUnit.MINUTES)), token, 201);
            client.get("/v1/schedules", token);
            client.get("/v1/members/me", token);
        }
        client.get("/v1/locations", token);
        client.get("/v1/reports/daily/status", token);
        client.get("/v1/reports/weekly/status", token);
        client.get("/v1/templates/first-page", token);
        client.get("/v1/auth/sessions", token);
    }
}
