package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleFixture.FIRST_START;
import static dev.haru.schedule.calendar.ScheduleFixture.daily;
import static dev.haru.schedule.calendar.ScheduleFixture.hour;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.precondition.IfMatch;
import dev.haru.schedule.report.StatementCount;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;

/** The number of statements of each operation, which decides on its latency. */
@OnCalendar
@Import(StatementCount.class)
class CalendarStatementTests {

    @Autowired
    private Calendar calendar;

    @Autowired
    private ChangeReader changes;

    @Autowired
    private StatementCount statements;

    private final UUID member = newMember();

    @Test
    void additionsAndReadsAreOneStatement() {
        assertStatements(1, () -> calendar.add(member, ZoneOffset.UTC, hour("One")));
        Window always = Window.of(null, null);
        assertStatements(1, () -> calendar.list(member, ZoneOffset.UTC, always, always.start(), 20));
        assertStatements(1, () -> calendar.quota(member));
        SyncToken token = changes.after(member, SyncToken.BEGINNING, 20).next();
        assertStatements(1, () -> changes.after(member, token, 20));
    }

    /** The occurrences of a member without expanded schedules cost no statement. */
    @Test
    void countsNeedASecondStatementAtMost() {
        Window day = new Window(FIRST_START, FIRST_START.plusSeconds(86_400));
        assertStatements(1, () -> calendar.busyTimes(member, ZoneOffset.UTC, day));
        assertStatements(1, () -> calendar.add(member, ZoneOffset.UTC, hour("One"), newKey()));
        Plan daily = daily("Daily", FIRST_START, FIRST_START.plusSeconds(3600));

        assertStatements(2, () -> calendar.add(member, ZoneOffset.UTC, daily));
        assertStatements(1, () -> calendar.busyTimes(member, ZoneOffset.UTC, day));
        assertStatements(2, () -> calendar.add(member, ZoneOffset.UTC, hour("Two")));
        assertStatements(3, () -> calendar.add(member, ZoneOffset.UTC, hour("Three"), newKey())); // stores the overlaps
        assertStatements(2, () -> calendar.add(member, ZoneOffset.UTC, daily, newKey()));
    }

    private static IdempotencyKey newKey() {
        return new IdempotencyKey(UUID.randomUUID().toString());
    }

    @Test
    void changesLockTheQuotaFirst() {
        UUID id = calendar.add(member, ZoneOffset.UTC, hour("One")).schedule().id();

        assertStatements(
                4,
                () -> calendar.reschedule(member, ZoneOffset.UTC, id, IfMatch.ANY, hour("Two"))); // with the overlaps
        assertStatements(3, () -> calendar.remove(member, id, IfMatch.ANY));
        assertStatements(3, () -> calendar.restore(member, ZoneOffset.UTC, id)); // with the overlaps
    }

    private void assertStatements(int number, Runnable operation) {
        int before = statements.soFar();
        operation.run();
        assertThat(statements.soFar() - before).isEqualTo(number);
    }
}
