package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleFixture.hour;
import static dev.haru.schedule.calendar.ScheduleFixture.lockingOneRow;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.test.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** A process of the version before locks a schedule, and then the quota. */
@OnCalendar
class CalendarTransactionTests {

    private static final String WAITING = """
            select count(*) from pg_stat_activity
            where wait_event_type = 'Lock' and query like 'update schedule set title = ''Old''%'
            """;

    @Autowired
    private Calendar calendar;

    @Autowired
    private CalendarTransaction transaction;

    @Autowired
    private ScheduleWriter writer;

    private final JdbcClient versionBefore = EmbeddedDatabase.jdbc("schedule");
    private final UUID member = newMember();

    @Test
    void changeIsRepeatedAfterTheOtherProcess() {
        UUID id = calendar.add(member, ZoneOffset.UTC, hour("First")).schedule().id();
        AtomicReference<@Nullable CompletableFuture<Void>> other = new AtomicReference<>();

        Schedule changed = transaction.execute(member, () -> {
            if (other.get() == null) {
                CompletableFuture<Void> change = CompletableFuture.runAsync(() -> changeByVersionBefore(id));
                other.set(change);
                await().until(() ->
                        versionBefore.sql(WAITING).query(Integer.class).single() == 1);
                joinAfterCompletion(change);
            }
            return writer.change(member, id, IfMatch.ANY, _ -> hour("New"));
        });

        assertThat(other.get()).succeedsWithin(Duration.ofMinutes(1));
        assertThat(changed.version()).as("after both changes").isEqualTo(2);
        assertThat(calendar.get(member, id)).isEqualTo(changed);
    }

    @Test
    void lastFailureIsReported() throws SQLException {
        UUID id = calendar.add(member, ZoneOffset.UTC, hour("First")).schedule().id();
        try (Connection lock =
                lockingOneRow("select 1 from schedule.schedule where member_id = :memberId for update", member)) {
            assertThatExceptionOfType(CannotAcquireLockException.class)
                    .isThrownBy(() -> calendar.remove(member, id, IfMatch.ANY));
            lock.rollback();
        }
        calendar.remove(member, id, IfMatch.ANY);
    }

    /** On a busy machine, the other process may get the quota only after the pauses between the runs. */
    private static void joinAfterCompletion(CompletableFuture<Void> change) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                change.join();
            }
        });
    }

    private void changeByVersionBefore(UUID id) {
        versionBefore
                .sql("update schedule set title = 'Old', version = version + 1 where id = ?")
                .param(id)
                .update();
    }
}
