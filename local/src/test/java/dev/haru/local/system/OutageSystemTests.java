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

/** A service that is down: what still works, what is made up for, and who notices. */
@SystemTest
class OutageSystemTests {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String AUTH_SERVICE = "auth-service";
    private static final String MEMBER_SERVICE = "member-service";
    private static final String SCHEDULE_SERVICE = "schedule-service";

    private final HaruSystem system;
    private final Client visitor;

    OutageSystemTests(HaruSystem system, Client visitor) {
        this.system = system;
        this.visitor = visitor;
    }

    @Test
    void whoSignsUpWhileMemberServiceIsDownHasOneProfileOnceItIsBack() throws Exception {
        String nickname = Client.freshNickname();
        Answer registered;
        Client member;
        system.stop(MEMBER_SERVICE);
        try {
            registered = visitor.register(nickname);
            member = visitor.signedIn(nickname);
            Answer unavailable = member.impatient().get("/v1/schedules");
            assertThat(unavailable.status()).isEqualTo(503);
            assertThat(unavailable.text("/code")).isEqualTo("service-unavailable");
            assertThat(unavailable.header("Retry-After")).isNotEmpty();
        } finally {
            startAgain(MEMBER_SERVICE);
        }

        assertThat(registered.status()).isEqualTo(201);
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(member.get("/v1/members/me").status()).isEqualTo(200));
        assertThat(member.get("/v1/members/me").text("/nickname")).isEqualTo(nickname);
        assertThat(profiles(UUID.fromString(registered.text("/memberId")))).isEqualTo(1);
        // One trace for each attempt, the failed ones too.
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(RecordedTraces.linkedTo(registered.header("X-Trace-Id")))
                        .extracting(RecordedTraces.Span::title)
                        .contains("auth-service: outbox hand-over", "member-service: PUT /internal/members/{id}"));
    }

    @Test
    void whoIsKnownWhenAuthServiceGoesDownStaysKnownAndNobodyIsSignedOut() throws Exception {
        String nickname = Client.freshNickname();
        String stranger = Client.freshNickname();
        visitor.register(nickname);
        visitor.register(stranger);
        Client known = visitor.signedIn(nickname);
        Client unknown = visitor.signedIn(stranger);
        assertThat(known.get("/v1/schedules").status()).isEqualTo(200);
        assertThat(known.get("/v1/members/me").status()).isEqualTo(200);
        system.stop(AUTH_SERVICE);
        try {
            // Longer than an answer lives otherwise.
            await().during(Duration.ofSeconds(12))
                    .atMost(Duration.ofSeconds(50))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> known.impatient().get("/v1/schedules").status() == 200
                            && known.impatient().get("/v1/members/me").status() == 200);
            Answer unavailable = unknown.impatient().get("/v1/schedules");
            assertThat(unavailable.status()).isEqualTo(503);
            assertThat(unavailable.header("Retry-After")).isNotEmpty();
        } finally {
            startAgain(AUTH_SERVICE);
        }

        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(unknown.get("/v1/schedules").status()).isEqualTo(200));
        assertThat(known.get("/v1/schedules").status()).isEqualTo(200);
    }

    @Test
    void whoErasesTheAccountWhileScheduleServiceIsDownIsErasedThereOnceItIsBack() throws Exception {
        String nickname = Client.freshNickname();
        UUID account = UUID.fromString(visitor.register(nickname).text("/memberId"));
        Client member = visitor.signedIn(nickname);
        assertThat(member.post("/v1/schedules", """
                {"title":"Last walk","locationId":1,"startAt":"2030-01-01T09:00:00Z","endAt":"2030-01-01T10:00:00Z"}""").status()).isEqualTo(201);
        system.stop(SCHEDULE_SERVICE);
        try {
            assertThat(member.delete("/v1/auth/user", """
                    {"password":"%s"}""".formatted(Client.PASSWORD))
                            .status())
                    .isEqualTo(202);
            assertThat(visitor.login(nickname, Client.PASSWORD).status()).isEqualTo(401);
            assertThat(visitor.register(nickname).status()).as("not free yet").isEqualTo(409);
        } finally {
            startAgain(SCHEDULE_SERVICE);
        }

        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(
                                rows("schedule", "select count(*) from schedule.schedule where member_id = ?", account))
                        .isZero());
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(rows("auth", "select count(*) from auth.account where id = ?", account))
                        .isZero());
        assertThat(profiles(account)).isZero();
        assertThat(visitor.register(nickname).status()).as("held for 30 days").isEqualTo(409);
    }

    @Test
    void databaseThatHangsForOneServiceCostsItsCallsAloneAndNotForLong() throws Exception {
        String nickname = Client.freshNickname();
        UUID account = UUID.fromString(visitor.register(nickname).text("/memberId"));
        Client member = visitor.signedIn(nickname);
        await().atMost(LIMIT).until(() -> profiles(account) == 1);
        try (Connection connection = system.connectAs("member");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("lock table member.member in access exclusive mode");
            long start = System.nanoTime();

            Answer refused = member.impatient().get("/v1/members/me");

            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.text("/code")).isEqualTo("service-unavailable");
            assertThat(refused.header("Retry-After")).isNotEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(7));
            assertThat(member.get("/v1/auth/sessions").status()).isEqualTo(200);
            assertThat(visitor.get("/v1/locations").status()).isEqualTo(200);
            connection.rollback();
        }
        assertThat(member.get("/v1/members/me").status()).isEqualTo(200);
    }

    @Test
    void serviceThatDiesByItselfIsNoticedAndNamed() throws InterruptedException {
        ProcessHandle process =
                SharedSystem.DIRECTORY.pid(SCHEDULE_SERVICE).running().orElseThrow();
        process.destroyForcibly();
        try {
            assertThat(system.awaitDeath())
                    .get()
                    .extracting(PartFailed::getMessage, STRING)
                    .contains(SCHEDULE_SERVICE + " died with exit code 137", "schedule-service.log");
        } finally {
            system.stop(SCHEDULE_SERVICE);
            startAgain(SCHEDULE_SERVICE);
        }
    }

    /** Returns when nobody leaves it alone any more, so that the next test finds the system as it was. */
    private void startAgain(String service) throws InterruptedException {
        system.start(service);
        SharedSystem.awaitJourney(visitor);
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
