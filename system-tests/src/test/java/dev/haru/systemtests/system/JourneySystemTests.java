package dev.haru.systemtests.system;

import static java.time.temporal.ChronoUnit.DAYS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.local.HaruSystem;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The requests of a member, from registration to logout. */
@SystemTest
class JourneySystemTests {

    private static final int LIMIT = 30;
    private static final Duration REPEAT_LIMIT = Duration.ofMinutes(5);

    /** Too many requests, service unavailable, gateway timeout. */
    private static final Set<Integer> REPEATED = Set.of(429, 503, 504);

    private static final ZoneId SEOUL = ZoneId.of("Asia/Seoul");

    private final Client client;
    private final HaruSystem system;

    JourneySystemTests(Client client, HaruSystem system) {
        this.client = client;
        this.system = system;
    }

    @Test
    void newMemberRegistersAndSignsIn() {
        String nickname = Client.freshNickname();

        Answer registered = client.register(nickname);
        assertThat(registered.status()).isEqualTo(201);
        assertThat(registered.text("/nickname")).isEqualTo(nickname);
        assertThat(registered.text("/regionName")).isEqualTo("Seoul");
        assertThat(registered.text("/memberId")).matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f-]{17}");

        Answer login = client.login(nickname, Client.PASSWORD);
        assertThat(login.status()).isEqualTo(200);
        assertThat(login.text("/token")).matches("hru_[A-Za-z0-9_-]{49}");
        assertThat(login.text("/tokenType")).isEqualTo("Bearer");
        assertThat(login.json().at("/expiresIn").asInt()).isPositive();

        Answer me = client.withToken(login.text("/token")).get("/v1/members/me");
        assertThat(me.status()).isEqualTo(200);
        assertThat(me.header("ETag")).isNotEmpty();
        assertThat(me.text("/memberId")).isEqualTo(registered.text("/memberId"));
        assertThat(me.text("/nickname")).isEqualTo(nickname);
        assertThat(me.text("/timeZone")).isEqualTo("Asia/Seoul");
    }

    @Test
    void takenNicknameIsRefused() {
        String nickname = Client.freshNickname();
        client.register(nickname);

        Answer second = client.register(nickname);

        assertThat(second.status()).isEqualTo(409);
        assertThat(second.text("/code")).isEqualTo("nickname-taken");
    }

    @Test
    void memberChangesTheProfile() {
        Client member = client.signedUp();
        String renamed = Client.freshNickname();
        String etag = member.get("/v1/members/me").header("ETag");

        Answer changed = member.with("If-Match", etag).patch("/v1/members/me", """
                {"nickname":"%s","timeZone":"Europe/Paris"}""".formatted(renamed));
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.text("/nickname")).isEqualTo(renamed);
        assertThat(changed.text("/timeZone")).isEqualTo("Europe/Paris");

        Answer stale = member.with("If-Match", etag).patch("/v1/members/me", """
                {"timeZone":"Asia/Tokyo"}""");
        assertThat(stale.status()).isEqualTo(412);
        assertThat(client.login(renamed, Client.PASSWORD).status()).isEqualTo(200);
    }

    @Test
    void memberConfirmsThePasswordAndEndsADevice() {
        String nickname = Client.freshNickname();
        client.register(nickname);
        Client member = client.signedIn(nickname);

        assertThat(member.post("/v1/auth/confirmation", """
                        {"password":"%s"}""".formatted(Client.PASSWORD))
                        .status())
                .isEqualTo(204);
        Answer devices = member.get("/v1/auth/devices");
        assertThat(devices.json().at("/items")).hasSize(1);
        assertThat(devices.json().at("/items/0/current").asBoolean()).isTrue();
        String device = "/v1/auth/devices/" + devices.text("/items/0/deviceId");
        assertThat(member.delete(device).status()).isEqualTo(204);
        assertThat(member.delete(device).status()).isEqualTo(404);
    }

    @Test
    void memberCreatesReadsChangesAndDeletesASchedule() {
        Client member = client.signedUp();

        Answer created = member.post("/v1/schedules", schedule("Dentist", 9));
        assertThat(created.status()).isEqualTo(201);
        String path = created.header("Location").replaceFirst("^https?://[^/]+", "");
        assertThat(path).isEqualTo("/v1/schedules/" + created.text("/scheduleId"));

        Answer read = member.get(path);
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.text("/startAt")).isEqualTo("2030-01-07T09:00:00Z");
        assertThat(read.header("ETag")).isEqualTo(created.header("ETag"));

        assertThat(member.put(path, schedule("Surgeon", 11)).status()).isEqualTo(428);
        Answer moved = member.with("If-Match", read.header("ETag")).put(path, schedule("Surgeon", 11));
        assertThat(moved.status()).isEqualTo(200);
        assertThat(moved.text("/title")).isEqualTo("Surgeon");
        assertThat(member.with("If-Match", read.header("ETag"))
                        .put(path, schedule("Dentist", 9))
                        .status())
                .isEqualTo(412);

        assertThat(client.signedUp().get(path).status()).isEqualTo(404);
        assertThat(member.delete(path).status()).isEqualTo(204);
        assertThat(member.get(path).status()).isEqualTo(404);
    }

    @Test
    void pagesHaveNoGapsOrDuplicates() {
        Client member = client.signedUp();
        for (int hour = 0; hour < 5; hour++) {
            member.post("/v1/schedules", schedule("Hour " + hour, hour));
        }
        String window = "/v1/schedules?from=2030-01-01T00:00:00Z&to=2030-02-01T00:00:00Z&limit=2";

        Answer first = member.get(window);
        Answer second = member.get(window + "&cursor=" + first.text("/nextCursor"));
        Answer third = member.get(window + "&cursor=" + second.text("/nextCursor"));

        assertThat(Stream.of(first, second, third).flatMap(JourneySystemTests::titles))
                .containsExactly("Hour 0", "Hour 1", "Hour 2", "Hour 3", "Hour 4");
        assertThat(third.text("/nextCursor")).isEmpty();
    }

    @Test
    void reportsShowTheCurrentCalendar() {
        Client member = client.signedUp();
        // From yesterday until tomorrow, so that the test also passes at midnight.
        Instant now = Instant.now();
        LocalDate today = LocalDate.ofInstant(now, SEOUL);
        String daily = "/v1/reports/daily?date=" + today;
        String weekly = "/v1/reports/weekly?week="
                + DateTimeFormatter.ISO_WEEK_DATE.format(today).substring(0, 8);

        assertThat(member.get(daily).json().at("/count").asInt()).isZero();
        assertThat(member.get("/v1/reports/daily/status").json().at("/items")).isEmpty();

        Answer created = member.post("/v1/schedules", """
                {"title":"Long","locationId":1,"startAt":"%s","endAt":"%s"}""".formatted(now.minus(1, DAYS), now.plus(1, DAYS)));
        assertThat(created.status()).isEqualTo(201);

        Answer report = member.get(daily);
        assertThat(report.text("/timeZone")).isEqualTo("Asia/Seoul");
        assertThat(report.json().at("/count").asInt()).isOne();
        assertThat(report.json().at("/busyMinutes").asInt()).isEqualTo(24 * 60);
        assertThat(member.get(weekly).json().at("/count").asInt()).isOne();
        assertThat(items(member, "/v1/reports/daily/status")).contains(today.toString());
        assertThat(items(member, "/v1/reports/weekly/status")).isNotEmpty();
        assertThat(client.signedUp().get(daily).json().at("/count").asInt()).isZero();

        assertThat(member.delete("/v1/schedules/" + created.text("/scheduleId")).status())
                .isEqualTo(204);
        assertThat(member.get(daily).json().at("/count").asInt()).isZero();
        assertThat(member.get("/v1/reports/daily?date=" + today.minusYears(1)).text("/code"))
                .isEqualTo("report-outside-window");
    }

    @Test
    void scheduleLimitIsExactUnderConcurrency() throws Exception {
        Client member = client.signedUp();
        limit(member);
        Callable<Integer> create = () -> createOnce(member, "Rush").status();

        List<Integer> statuses;
        try (ExecutorService executor = Executors.newFixedThreadPool(8)) {
            statuses = executor
                    .invokeAll(Stream.generate(() -> create).limit(LIMIT + 10).toList())
                    .stream()
                    .map(JourneySystemTests::result)
                    .toList();
        }

        assertThat(statuses).filteredOn(status -> status == 201).hasSize(LIMIT);
        assertThat(statuses).filteredOn(status -> status == 406).hasSize(10);
        assertThat(createOnce(member, "One more").text("/code")).isEqualTo("schedule-limit-reached");
    }

    /**
     * Creates a schedule once. On a busy machine, a call may end without a result. While Redis does not respond, the
     * gateway applies a lower rate limit. The key makes the repetition safe.
     */
    private static Answer createOnce(Client member, String title) {
        Client keyed = member.with("Idempotency-Key", UUID.randomUUID().toString());
        return Awaitility.await()
                .atMost(REPEAT_LIMIT)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .ignoreException(UncheckedIOException.class)
                .until(
                        () -> keyed.post("/v1/schedules", schedule(title, 9)),
                        answer -> !REPEATED.contains(answer.status()));
    }

    /** Sets a limit of this member, because the default of 1,000 schedules exceeds the member's rate limit. */
    private void limit(Client member) throws SQLException {
        try (Connection connection = system.connectAs("schedule");
                PreparedStatement quota = connection.prepareStatement(
                        "insert into schedule.member_quota (member_id, used, max) values (?, 0, ?)")) {
            quota.setObject(1, UUID.fromString(member.get("/v1/members/me").text("/memberId")));
            quota.setInt(2, LIMIT);
            quota.executeUpdate();
        }
        assertThat(member.get("/v1/schedules/quota").json().at("/limit").asInt())
                .isEqualTo(LIMIT);
    }

    @Test
    void afterLogoutEveryServiceRefusesTheToken() {
        String nickname = Client.freshNickname();
        client.register(nickname);

        PublishedRevocation.awaitRefusal(
                () -> {
                    Client member = client.signedIn(nickname);
                    assertThat(member.get("/v1/schedules").status()).isEqualTo(200);

                    assertThat(member.post("/v1/auth/user/logout", "").status()).isEqualTo(204);

                    assertThat(member.post("/v1/auth/user/logout", "").status()).isEqualTo(401);
                    return member;
                },
                List.of("/v1/members/me", "/v1/schedules"));
    }

    @Test
    void refreshedPairReplacesTheOldOne() {
        String nickname = Client.freshNickname();
        client.register(nickname);
        String refreshToken = client.login(nickname, Client.PASSWORD).text("/refreshToken");

        Answer refreshed = client.post("/v1/auth/user/refresh", """
                {"refreshToken":"%s"}""".formatted(refreshToken));

        assertThat(refreshed.status()).isEqualTo(200);
        assertThat(refreshed.text("/refreshToken")).isNotEqualTo(refreshToken);
        assertThat(client.withToken(refreshed.text("/token"))
                        .get("/v1/members/me")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void locationsArePublicAndCacheable() {
        Answer locations = client.get("/v1/locations");

        assertThat(locations.status()).isEqualTo(200);
        assertThat(locations.json().at("/items/0/locationId").asInt()).isEqualTo(1);
        assertThat(client.with("If-None-Match", locations.header("ETag"))
                        .get("/v1/locations")
                        .status())
                .isEqualTo(304);
    }

    @Test
    void demoMemberHasSchedules() {
        Client member = client.signedIn("seed_199");

        assertThat(member.get("/v1/members/me").text("/regionName")).isEqualTo("Seoul");
        assertThat(titles(member.get("/v1/schedules"))).hasSize(2);
    }

    private static Stream<String> titles(Answer page) {
        return page.json()
                .at("/items")
                .valueStream()
                .map(item -> item.at("/title").asString());
    }

    private static List<String> items(Client member, String path) {
        return member.get(path)
                .json()
                .at("/items")
                .valueStream()
                .map(item -> item.asString())
                .toList();
    }

    private static int result(Future<Integer> future) {
        try {
            return future.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String schedule(String title, int hour) {
        return """
                {"title":"%s","locationId":1,"startAt":"2030-01-07T%02d:00:00.000Z","endAt":"2030-01-07T%02d:30:00.000Z"}""".formatted(title, hour, hour);
    }
}
