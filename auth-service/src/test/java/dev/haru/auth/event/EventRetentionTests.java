package dev.haru.auth.event;

import static dev.haru.auth.AccountFixture.freshNickname;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

@AuthServiceTest
class EventRetentionTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private EventRetention retention;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private UUID account;

    @BeforeEach
    void registerAccount() throws Exception {
        account = UUID.fromString(AuthCalls.read(calls.register(freshNickname()), "$.memberId"));
        jdbc.sql("delete from security_event where account_id = ?")
                .param(account)
                .update();
    }

    @Test
    void eventsOlderThanTheRetentionAreDeleted() {
        events(2500, clock.instant().minus(Duration.ofDays(401)));
        events(3, clock.instant().minus(Duration.ofDays(399)));

        retention.run();

        assertThat(count()).isEqualTo(3);
    }

    @Test
    void oldestEventsOverTheMaximumAreDeleted() {
        events(2500, clock.instant().minus(Duration.ofMinutes(90)));
        events(10_000, clock.instant().minus(Duration.ofMinutes(60)));

        retention.run();

        assertThat(count()).isEqualTo(10_000);
        assertThat(jdbc.sql("select count(*) from security_event where account_id = ? and id < ?")
                        .params(
                                account,
                                EventRetentionStore.firstIdAt(clock.instant().minus(Duration.ofMinutes(80))))
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    private void events(int count, Instant at) {
        jdbc.sql("""
                insert into security_event (id, account_id, kind, at, address)
                select uuidv7(cast(:at as timestamptz) + i * interval '1 millisecond' - now()), :account,
                       'sign-in-failed', :at, '192.0.2.1'
                from generate_series(1, :count) i
                """)
                .param("at", at.atOffset(ZoneOffset.UTC))
                .param("account", account)
                .param("count", count)
                .update();
    }

    private int count() {
        return jdbc.sql("select count(*) from security_event where account_id = ?")
                .param(account)
                .query(Integer.class)
                .single();
    }
}
