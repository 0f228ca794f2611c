package dev.haru.local.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import dev.haru.local.HaruSystem;
import dev.haru.local.process.PartFailed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** One service or its database is down: which requests still work, and which work continues afterwards. */
@SystemTest
class OutageSystemTests {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String AUTH_SERVICE = "auth-service";
    private static final String MEMBER_SERVICE = "member-service";
    private static final String SCHEDULE_SERVICE = "schedule-service";

    private final HaruSystem system;
    private final Client client;

    OutageSystemTests(HaruSystem system, Client client) {
        this.system = system;
        this.client = client;
    }

    @Test
    void registrationWithoutMemberServiceGetsOneProfileLater() throws Exception {
        String nickname = Client.freshNickname();
        Answer registered;
        Client member;
        system.stop(MEMBER_SERVICE);
        try {
            registered = client.register(nickname);
            member = client.signedIn(nickname);
            Answer unavailable = member.withoutRetry().get("/v1/schedules");
            assertThat(unavailable.status()).isEqualTo(503);
            assertThat(unavailable.text("/code")).isEqualTo("service-unavailable");
            assertThat(unavailable.header("Retry-After")).isNotEmpty();
        } finally {
            restart(MEMBER_SERVICE);
        }

        assertThat(registered.status()).isEqualTo(201);
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(member.get("/v1/members/me").status()).isEqualTo(200));
        assertThat(member.get("/v1/members/me").text("/nickname")).isEqualTo(nickname);
        assertThat(profiles(UUID.fromString(registered.text("/memberId")))).isEqualTo(1);
        // Each delivery attempt has a separate trace, failed attempts included.
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(RecordedTraces.linkedTo(registered.header("X-Trace-Id")))
                        .extracting(RecordedTraces.Span::title)
                        .contains("auth-service: outbox hand-over", "member-service: PUT /internal/members/{id}"));
    }

    @Test
    void cachedMemberStaysSignedInWithoutAuthService() throws Exception {
        String nickname = Client.freshNickname();
        String otherNickname = Client.freshNickname();
        client.register(nickname);
        client.register(otherNickname);
        Client cached = client.signedIn(nickname);
        Client uncached = client.signedIn(otherNickname);
        assertThat(cached.get("/v1/schedules").status()).isEqualTo(200);
        assertThat(cached.get("/v1/members/me").status()).isEqualTo(200);
        system.stop(AUTH_SERVICE);
        try {
            // Longer than the lifetime of a fresh cache entry.
            await().during(Duration.ofSeconds(12))
                    .atMost(Duration.ofSeconds(50))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> cached.withoutRetry().get("/v1/schedules").status() == 200
                            && cached.withoutRetry().get("/v1/members/me").status() == 200);
            Answer unavailable = uncached.withoutRetry().get("/v1/schedules");
            assertThat(unavailable.status()).isEqualTo(503);
            assertThat(unavailable.header("Retry-After")).isNotEmpty();
        } finally {
            restart(AUTH_SERVICE);
        }

        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(uncached.get("/v1/schedules").status()).isEqualTo(200));
        assertThat(cached.get("/v1/schedules").status()).isEqualTo(200);
    }

    @Test
    void erasureWithoutScheduleServiceCompletesLater() throws Exception {
        String nickname = Client.freshNickname();
        UUID account = UUID.fromString(client.register(nickname).text("/memberId"));
        Client member = client.signedIn(nickname);
        assertThat(member.post("/v1/schedules", """
                {"title":"Last walk","locationId":1,"startAt":"2030-01-01T09:00:00Z","endAt":"2030-01-01T10:00:00Z"}""").status()).isEqualTo(201);
        system.stop(SCHEDULE_SERVICE);
        try {
            assertThat(member.delete("/v1/auth/user", """
                    {"password":"%s"}""".formatted(Client.PASSWORD))
                            .status())
                    .isEqualTo(202);
            assertThat(client.login(nickname, Client.PASSWORD).status()).isEqualTo(401);
            assertThat(client.register(nickname).status()).as("not free yet").isEqualTo(409);
        } finally {
            restart(SCHEDULE_SERVICE);
        }

        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(
                                rows("schedule", "select count(*) from schedule.schedule where member_id = ?", account))
                        .isZero());
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(rows("auth", "select count(*) from auth.account where id = ?", account))
                        .isZero());
        assertThat(profiles(account)).isZero();
        assertThat(client.register(nickname).status()).as("held for 30 days").isEqualTo(409);
    }

    @Test
    void blockedDatabaseFailsOnlyTheCallsOfItsService() throws Exception {
        String nickname = Client.freshNickname();
        UUID account = UUID.fromString(client.register(nickname).text("/memberId"));
        Client member = client.signedIn(nickname);
        await().atMost(LIMIT).until(() -> profiles(account) == 1);
        try (Connection connection = system.connectAs("member");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("lock table member.member in access exclusive mode");
            long start = System.nanoTime();

            Answer refused = member.withoutRetry().get("/v1/members/me");

            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.text("/code")).isEqualTo("service-unavailable");
            assertThat(refused.header("Retry-After")).isNotEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(7));
            assertThat(member.get("/v1/auth/sessions").status()).isEqualTo(200);
            assertThat(client.get("/v1/locations").status()).isEqualTo(200);
            connection.rollback();
        }
        assertThat(member.get("/v1/members/me").status()).isEqualTo(200);
    }

    @Test
    void serviceThatDiesIsReportedByName() throws InterruptedException {
        ProcessHandle process =
                SharedSystem.DIRECTORY.pid(SCHEDULE_SERVICE).running().orElseThrow();
        process.destroyForcibly();
        try {
            assertThat(system.awaitPartFailure())
                    .get()
                    .extracting(PartFailed::getMessage, STRING)
                    .contains(SCHEDULE_SERVICE + " died with exit code 137", "schedule-service.log");
        } finally {
            system.stop(SCHEDULE_SERVICE);
            restart(SCHEDULE_SERVICE);
        }
    }

    /** Returns when all circuit breakers are closed again, so that the next test finds a working system. */
    private void restart(String service) throws InterruptedException {
        system.start(service);
        SharedSystem.awaitAllServices(client);
    }

    private int profiles(UUID id) throws SQLException {
        return rows("member", "select count(*) from member.member where id = ?", id);
    }

    private int rows(String schema, String sql, UUID id) throws SQLException {
        try (Connection connection = system.connectAs(schema);
                PreparedStatement count = connection.prepareStatement(sql)) {
            count.setObject(1, id);
            try (ResultSet rows = count.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }
}
