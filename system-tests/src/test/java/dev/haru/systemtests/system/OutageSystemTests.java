package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import dev.haru.local.HaruSystem;
import dev.haru.local.process.PartFailed;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** One service or its database is down: which requests still work, and which work continues afterwards. */
@SystemTest
class OutageSystemTests {

    /** Longer than the pause of a relay after a failed attempt and than its lease, each of up to a minute. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private static final Duration BUSY_LIMIT = Duration.ofMinutes(3);

    /** Longer than the lifetime of a fresh cache entry. */
    private static final Duration OUTAGE = Duration.ofSeconds(12);

    /** Shorter than the lifetime of a stale cache entry. */
    private static final Duration STALE_LIMIT = Duration.ofSeconds(50);

    private static final int OUTAGES = 3;
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
            awaitUnavailable(member);
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
                        .contains("auth-service: outbox delivery", "member-service: PUT /internal/members/{id}"));
    }

    @Test
    void cachedMemberStaysSignedInWithoutAuthService() throws Exception {
        boolean staysSignedIn = staysSignedInWithoutAuthService();
        // On a busy machine, requests may fail for so long that the stale entries expire, too.
        for (int outages = 1; !staysSignedIn && outages < OUTAGES; outages++) {
            staysSignedIn = staysSignedInWithoutAuthService();
        }

        assertThat(staysSignedIn)
                .as("requests of the cached member succeed for " + OUTAGE)
                .isTrue();
    }

    private boolean staysSignedInWithoutAuthService() throws InterruptedException {
        Client cached = client.signedUp();
        Client uncached = client.signedUp();
        assertThat(cached.get("/v1/schedules").status()).isEqualTo(200);
        assertThat(cached.get("/v1/members/me").status()).isEqualTo(200);
        boolean staysSignedIn;
        system.stop(AUTH_SERVICE);
        try {
            staysSignedIn = succeedsDuringOutage(cached);
            awaitUnavailable(uncached);
        } finally {
            restart(AUTH_SERVICE);
        }

        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(uncached.get("/v1/schedules").status()).isEqualTo(200));
        assertThat(cached.get("/v1/schedules").status()).isEqualTo(200);
        return staysSignedIn;
    }

    private static boolean succeedsDuringOutage(Client cached) {
        Client once = cached.withoutRetry();
        try {
            await().during(OUTAGE)
                    .atMost(STALE_LIMIT)
                    .pollInterval(Duration.ofSeconds(1))
                    .ignoreException(UncheckedIOException.class)
                    .until(() -> once.get("/v1/schedules").status() == 200
                            && once.get("/v1/members/me").status() == 200);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    @Test
    void blockedDatabaseFailsOnlyTheCallsOfItsService() throws Exception {
        String nickname = Client.freshNickname();
        UUID account = UUID.fromString(client.register(nickname).text("/memberId"));
        Client member = client.signedIn(nickname);
        await().atMost(LIMIT).until(() -> profiles(account) == 1);
        // The gateway or the test may pause during the request.
        await().atMost(BUSY_LIMIT)
                .ignoreException(UncheckedIOException.class)
                .untilAsserted(() -> assertBlockedDatabaseFailsOnlyItsService(member));
        assertThat(member.get("/v1/members/me").status()).isEqualTo(200);
    }

    private void assertBlockedDatabaseFailsOnlyItsService(Client member) throws SQLException {
        try (Connection connection = system.connectAs("member");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("lock table member.member in access exclusive mode");
            long start = System.nanoTime();

            Answer refused = member.withoutRetry().get("/v1/members/me");

            Duration duration = Duration.ofNanos(System.nanoTime() - start);
            assertUnavailable(refused);
            assertThat(duration).isLessThan(Duration.ofSeconds(7));
            assertThat(member.get("/v1/auth/sessions").status()).isEqualTo(200);
            assertThat(client.get("/v1/locations").status()).isEqualTo(200);
            connection.rollback();
        }
    }

    /** A request that takes long on a busy machine gets 504, or no response. */
    private static void awaitUnavailable(Client member) {
        Client once = member.withoutRetry();
        await().atMost(BUSY_LIMIT)
                .ignoreException(UncheckedIOException.class)
                .untilAsserted(() -> assertUnavailable(once.get("/v1/schedules")));
    }

    private static void assertUnavailable(Answer answer) {
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.text("/code")).isEqualTo("service-unavailable");
        assertThat(answer.header("Retry-After")).isNotEmpty();
    }

    /** One crash of schedule-service: its report, and the work that waits for the restart. */
    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class CrashOfScheduleService {

        private final String nickname = Client.freshNickname();
        private final UUID account = UUID.fromString(client.register(nickname).text("/memberId"));
        private final Client exporting = client.signedUp();

        @SuppressWarnings("NullAway.Init") // set before all tests
        private Optional<PartFailed> reported;

        @SuppressWarnings("NullAway.Init") // set before all tests
        private String archive;

        @BeforeAll
        void useTheSystemWithoutIt() throws InterruptedException {
            Client leaving = client.signedIn(nickname);
            assertThat(leaving.post("/v1/schedules", """
                    {"title":"Last walk","locationId":1,"startAt":"2030-01-01T09:00:00Z","endAt":"2030-01-01T10:00:00Z"}""").status()).isEqualTo(201);
            await().atMost(LIMIT).until(() -> exporting.get("/v1/members/me").status() == 200);
            SharedSystem.DIRECTORY.pid(SCHEDULE_SERVICE).running().orElseThrow().destroyForcibly();
            try {
                reported = system.awaitPartFailure();
                assertThat(leaving.delete("/v1/auth/user", """
                        {"password":"%s"}""".formatted(Client.PASSWORD))
                                .status())
                        .isEqualTo(202);
                assertThat(client.login(nickname, Client.PASSWORD).status()).isEqualTo(401);
                assertThat(client.register(nickname).status())
                        .as("not free yet")
                        .isEqualTo(409);
                archive = ExportSystemTests.requested(exporting);
                assertThat(exporting.get(archive).status()).isEqualTo(202);
            } finally {
                system.stop(SCHEDULE_SERVICE);
                restart(SCHEDULE_SERVICE);
            }
        }

        @Test
        void crashIsReportedByName() {
            assertThat(reported)
                    .get()
                    .extracting(PartFailed::getMessage, STRING)
                    .contains(SCHEDULE_SERVICE + " died with exit code 137", "schedule-service.log");
        }

        @Test
        void erasureCompletesLater() throws SQLException {
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(rows(
                                    "schedule", "select count(*) from schedule.schedule where member_id = ?", account))
                            .isZero());
            await().atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(rows("auth", "select count(*) from auth.account where id = ?", account))
                                    .isZero());
            assertThat(profiles(account)).isZero();
            assertThat(client.register(nickname).status())
                    .as("held for 30 days")
                    .isEqualTo(409);
        }

        @Test
        void archiveCompletesLater() {
            assertThat(ExportSystemTests.archiveOf(exporting, archive).status()).isEqualTo(200);
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
