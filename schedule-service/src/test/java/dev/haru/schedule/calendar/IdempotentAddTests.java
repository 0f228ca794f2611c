package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleFixture.hour;
import static dev.haru.schedule.calendar.ScheduleFixture.memberWithSchedules;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.rows;
import static dev.haru.schedule.calendar.ScheduleFixture.used;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.event.ApplicationEvents;
import org.springframework.test.context.event.RecordApplicationEvents;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@OnCalendar
@RecordApplicationEvents
@Import({Erasure.class, ErasureTests.TestClock.class})
class IdempotentAddTests {

    private static final int WORKERS = 10;
    private static final Window ALWAYS = new Window(CalendarTime.FIRST, CalendarTime.END);

    @Autowired
    private Calendar calendar;

    @Autowired
    private Erasure erasure;

    @Autowired
    private IdempotentAddStore store;

    @Autowired
    private ScheduleProperties properties;

    @Autowired
    private MovableClock clock;

    @Autowired
    private PlatformTransactionManager transactions;

    @Test
    void repeatedKeyAndPlanReturnFirstResult() {
        UUID member = memberWithSchedules(3);
        IdempotencyKey key = newKey();
        ScheduleWithOverlaps first = calendar.add(member, ZoneOffset.UTC, hour("Once"), key);
        clock.advance(Duration.ofMinutes(5));

        ScheduleWithOverlaps again = calendar.add(member, ZoneOffset.UTC, hour("Once"), key);

        assertThat(again).usingRecursiveComparison().isEqualTo(first);
        assertThat(first.overlaps()).hasSize(1);
        assertThat(rows(member)).isEqualTo(4);
        assertThat(used(member)).isEqualTo(4);
    }

    @Test
    void repeatedKeyOfDeletedScheduleIsGone() {
        UUID member = newMember();
        IdempotencyKey key = newKey();
        calendar.remove(
                member,
                calendar.add(member, ZoneOffset.UTC, hour("Once"), key)
                        .schedule()
                        .id(),
                IfMatch.ANY);

        assertThatExceptionOfType(ScheduleDeleted.class)
                .isThrownBy(() -> calendar.add(member, ZoneOffset.UTC, hour("Once"), key));
        assertThatExceptionOfType(IdempotencyKeyReused.class)
                .isThrownBy(() -> calendar.add(member, ZoneOffset.UTC, hour("Twice"), key));
        assertThat(rows(member)).isZero();
    }

    @Test
    void repeatedKeyPublishesNoSecondChange(ApplicationEvents events) {
        UUID member = newMember();
        IdempotencyKey key = newKey();

        calendar.add(member, ZoneOffset.UTC, hour("Once"), key);
        calendar.add(member, ZoneOffset.UTC, hour("Once"), key);

        assertThat(events.stream(CalendarChanged.class)).containsExactly(new CalendarChanged(member));
    }

    @Test
    void repeatedKeyWithAnotherPlanIsRefused() {
        UUID member = newMember();
        IdempotencyKey key = newKey();
        calendar.add(member, ZoneOffset.UTC, hour("Once"), key);

        assertThatExceptionOfType(IdempotencyKeyReused.class)
                .isThrownBy(() -> calendar.add(member, ZoneOffset.UTC, hour("Twice"), key));
        assertThat(rows(member)).isEqualTo(1);
        assertThat(used(member)).isEqualTo(1);
    }

    @Test
    void sameKeyOfTwoMembersAddsTwoSchedules() {
        IdempotencyKey key = newKey();
        UUID one = newMember();
        UUID other = newMember();

        calendar.add(one, ZoneOffset.UTC, hour("Once"), key);
        calendar.add(other, ZoneOffset.UTC, hour("Twice"), key);

        assertThat(rows(one)).isEqualTo(1);
        assertThat(rows(other)).isEqualTo(1);
    }

    @Test
    void keyExpiresAfterOneDay() {
        UUID member = newMember();
        IdempotencyKey key = newKey();
        calendar.add(member, ZoneOffset.UTC, hour("Once"), key);

        clock.advance(Duration.ofHours(23));
        calendar.add(member, ZoneOffset.UTC, hour("Once"), key);
        assertThat(rows(member)).isEqualTo(1);

        clock.advance(Duration.ofHours(1));
        calendar.add(member, ZoneOffset.UTC, hour("Twice"), key);
        assertThat(rows(member)).isEqualTo(2);
        assertThatExceptionOfType(IdempotencyKeyReused.class)
                .isThrownBy(() -> calendar.add(member, ZoneOffset.UTC, hour("Once"), key));
    }

    @Test
    void refusedAddCanBeRetriedWithTheSameKey() {
        UUID member = memberWithSchedules(30);
        IdempotencyKey key = newKey();
        Schedule some = calendar.list(member, ZoneOffset.UTC, ALWAYS, ALWAYS.start(), 1)
                .getFirst()
                .schedule();

        assertThatExceptionOfType(ScheduleLimitReached.class)
                .isThrownBy(() -> calendar.add(member, ZoneOffset.UTC, hour("Once"), key));
        assertThatExceptionOfType(ScheduleLimitReached.class)
                .isThrownBy(() -> calendar.add(member, ZoneOffset.UTC, hour("Once"), key));
        calendar.remove(member, some.id(), IfMatch.ANY);
        calendar.add(member, ZoneOffset.UTC, hour("Once"), key);

        assertThatExceptionOfType(InvalidRequest.class)
                .isThrownBy(() -> calendar.add(
                        newMember(),
                        ZoneOffset.UTC,
                        new Plan("Nowhere", 99, some.startAt(), some.endAt(), null),
                        newKey()));
        assertThat(rows(member)).isEqualTo(30);
        assertThat(used(member)).isEqualTo(30);
    }

    /**
     * Simulates a process that crashes after the statement and before the commit. The end of the connection rolls back.
     */
    @Test
    void uncommittedAddIsAddedByTheRetry() {
        UUID member = newMember();
        IdempotencyKey key = newKey();
        new TransactionTemplate(transactions).executeWithoutResult(transaction -> {
            calendar.add(member, ZoneOffset.UTC, hour("Once"), key);
            transaction.setRollbackOnly();
        });
        assertThat(rows(member)).isZero();

        calendar.add(member, ZoneOffset.UTC, hour("Once"), key);

        assertThat(rows(member)).isEqualTo(1);
        assertThat(used(member)).isEqualTo(1);
    }

    @Test
    void concurrentCallsWithOneKeyAddOnceAndShareTheResult() throws Exception {
        UUID member = newMember();
        IdempotencyKey key = newKey();
        CyclicBarrier start = new CyclicBarrier(WORKERS);

        List<UUID> ids;
        try (ExecutorService workers = Executors.newFixedThreadPool(WORKERS)) {
            ids = workers
                    .invokeAll(IntStream.range(0, WORKERS)
                            .<Callable<UUID>>mapToObj(_ -> () -> {
                                start.await();
                                return calendar.add(member, ZoneOffset.UTC, hour("Once"), key)
                                        .schedule()
                                        .id();
                            })
                            .toList())
                    .stream()
                    .map(Future::resultNow)
                    .toList();
        }

        assertThat(ids).hasSize(WORKERS).containsOnly(ids.getFirst());
        assertThat(rows(member)).isEqualTo(1);
        assertThat(used(member)).isEqualTo(1);
    }

    @Test
    void keysAreDeletedAfterADayAndWithTheirMember() {
        UUID member = newMember();
        UUID erased = newMember();
        calendar.add(member, ZoneOffset.UTC, hour("Once"), newKey());
        clock.advance(Duration.ofHours(12));
        calendar.add(member, ZoneOffset.UTC, hour("Later"), newKey());
        calendar.add(erased, ZoneOffset.UTC, hour("Once"), newKey());

        clock.advance(Duration.ofHours(12));
        // Not a bean, because Spring would also run it a minute after the start.
        new IdempotencyKeyCleanup(store, properties, clock).deleteExpired();
        erasure.erase(erased);

        assertThat(ScheduleFixture.storedKeys(member)).isEqualTo(1);
        assertThat(ScheduleFixture.storedKeys(erased)).isZero();
    }

    @Test
    void keyLimitRefusesNewKeysAndServesStoredKeys() {
        UUID member = newMember();
        IdempotencyKey key = newKey();
        ScheduleWithOverlaps first = calendar.add(member, ZoneOffset.UTC, hour("Once"), key);
        EmbeddedDatabase.jdbc("schedule")
                .sql("""
                insert into idempotent_add (member_id, key, fingerprint, schedule_id, overlapping, added_at)
                select :member, 'k' || i, 'x', :schedule, '{}', :now from generate_series(2, :max) i
                """)
                .param("member", member)
                .param("schedule", first.schedule().id())
                .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                .param("max", IdempotencyKey.MAX_A_DAY)
                .update();

        assertThatThrownBy(() -> calendar.add(member, ZoneOffset.UTC, hour("Twice"), newKey()))
                .isInstanceOf(IdempotencyKeyLimitReached.class);
        assertThat(calendar.add(member, ZoneOffset.UTC, hour("Once"), key))
                .usingRecursiveComparison()
                .isEqualTo(first);
        assertThat(used(member)).isEqualTo(1);

        clock.advance(Duration.ofDays(1));
        calendar.add(member, ZoneOffset.UTC, hour("Twice"), newKey());
        assertThat(used(member)).isEqualTo(2);
    }

    private static IdempotencyKey newKey() {
        return new IdempotencyKey(UUID.randomUUID().toString());
    }
}
