package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleFixture.hour;
import static dev.haru.schedule.calendar.ScheduleFixture.memberWithSchedules;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.rows;
import static dev.haru.schedule.calendar.ScheduleFixture.used;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.test.MovableClock;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.test.context.event.ApplicationEvents;
import org.springframework.test.context.event.RecordApplicationEvents;
import org.springframework.web.ErrorResponseException;

@OnCalendar
@Import({Erasure.class, ErasureTests.TestClock.class})
@RecordApplicationEvents
class ErasureTests {

    private static final int WORKERS = 8;

    @Autowired
    private Erasure erasure;

    @Autowired
    private Calendar calendar;

    @Autowired
    private MovableClock clock;

    @Test
    void eraseDeletesOnlySchedulesOfTheMember() {
        UUID member = memberWithSchedules(5000, 10_000);
        UUID other = memberWithSchedules(3);

        erasure.erase(member);

        assertThat(rows(member)).isZero();
        assertThat(used(member)).isZero();
        assertThat(rows(other)).isEqualTo(3);
        assertThat(used(other)).isEqualTo(3);
    }

    @Test
    void interruptedErasureKeepsItsDeletionsAndCount() throws Exception {
        UUID member = memberWithSchedules(5001, 10_000);
        try (Connection _ = ScheduleFixture.lockingOneRow("""
                select 1 from schedule.schedule where member_id = :memberId order by start_at desc limit 1 for update
                """, member)) {
            assertInterrupted(member);
        }
        assertThat(rows(member)).isEqualTo(1);
        assertThat(used(member)).isEqualTo(1);

        erasure.erase(member);

        assertThat(rows(member)).isZero();
        assertThat(used(member)).isZero();
    }

    @Test
    void interruptedErasureKeepsItsKeyDeletions() throws Exception {
        UUID member = memberWithSchedules(1);
        ScheduleFixture.storeKeys(member, 5001);
        try (Connection _ = ScheduleFixture.lockingOneRow("""
                select 1 from schedule.idempotent_add where member_id = :memberId order by key desc limit 1 for update
                """, member)) {
            assertInterrupted(member);
        }
        assertThat(ScheduleFixture.storedKeys(member)).isEqualTo(1);

        erasure.erase(member);

        assertThat(ScheduleFixture.storedKeys(member)).isZero();
    }

    /**
     * Erases the member and cancels the statement that waits for a lock. The statement time-out has the same error
     * code, but on a busy machine it might end an earlier statement.
     */
    private void assertInterrupted(UUID member) {
        try (ExecutorService worker = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> interrupted = worker.submit(() -> erasure.erase(member));
            await().until(() -> ScheduleFixture.cancelWaitingStatements() == 1);

            assertThat(interrupted)
                    .failsWithin(Duration.ofMinutes(1))
                    .withThrowableThat()
                    .withCauseInstanceOf(QueryTimeoutException.class);
        }
    }

    @Test
    void erasePublishesCalendarChanged(ApplicationEvents events) {
        UUID member = memberWithSchedules(1);

        erasure.erase(member);

        assertThat(events.stream(CalendarChanged.class)).containsOnly(new CalendarChanged(member));
    }

    @Test
    void repeatedErasureAndUnknownMemberSucceed() {
        UUID member = memberWithSchedules(3);
        UUID unknown = newMember();

        erasure.erase(member);
        erasure.erase(member);
        erasure.erase(unknown);

        assertThat(rows(member)).isZero();
        assertThat(ScheduleFixture.isClosed(member)).isTrue();
        assertThat(ScheduleFixture.isClosed(unknown)).isTrue();
    }

    @Test
    void addAfterErasureIsRefused() {
        UUID member = memberWithSchedules(3);
        UUID newcomer = newMember();

        erasure.erase(member);
        erasure.erase(newcomer);

        for (UUID erased : new UUID[] {member, newcomer}) {
            assertThatExceptionOfType(ScheduleLimitReached.class)
                    .isThrownBy(() -> calendar.add(erased, ZoneOffset.UTC, hour("Too late")));
            assertThat(rows(erased)).isZero();
        }
    }

    @Test
    void eraseDuringConcurrentChangesLeavesNothing() throws Exception {
        UUID member = memberWithSchedules(20, 1_000_000);
        CountDownLatch busy = new CountDownLatch(WORKERS * 5);
        try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = IntStream.range(0, WORKERS)
                    .mapToObj(_ -> CompletableFuture.runAsync(() -> addAndRemove(member, busy), workers))
                    .toList();
            busy.await();

            erasure.erase(member);

            for (CompletableFuture<Void> worker : all) {
                worker.get();
            }
        }
        assertThat(rows(member)).isZero();
        assertThat(used(member)).isZero();
    }

    /** Adds and removes schedules until the calendar is closed. The erasure must delete every second schedule. */
    private void addAndRemove(UUID member, CountDownLatch busy) {
        try {
            for (int i = 0; ; i++) {
                UUID id = calendar.add(member, ZoneOffset.UTC, hour("Busy"))
                        .schedule()
                        .id();
                if (i % 2 == 0) {
                    calendar.remove(member, id, IfMatch.ANY);
                }
                busy.countDown();
            }
        } catch (ErrorResponseException closedOrGone) {
            assertThat(closedOrGone).isInstanceOfAny(ScheduleLimitReached.class, ScheduleNotFound.class);
        }
    }

    @Test
    void quotaRowIsDeletedAfterSomeDays() {
        UUID member = memberWithSchedules(3);
        erasure.erase(member);

        clock.advance(Duration.ofDays(8));
        erasure.erase(newMember());

        assertThat(ScheduleFixture.isClosed(member)).isFalse();
    }

    @Test
    void lockedQuotaRowIsSkippedAndDeletedLater() throws Exception {
        UUID held = ScheduleFixture.erased(5001, clock.instant().minus(Duration.ofDays(8)));
        UUID other = ScheduleFixture.erased(1, clock.instant().minus(Duration.ofDays(8)));
        try (Connection lock = ScheduleFixture.lockingOneRow(
                "select 1 from schedule.member_quota where member_id = :memberId for update", held)) {
            erasure.erase(newMember());

            assertThat(ScheduleFixture.isClosed(other)).isFalse();
            assertThat(ScheduleFixture.isClosed(held)).isTrue();
            lock.rollback();
        }

        erasure.erase(newMember());

        assertThat(ScheduleFixture.isClosed(held)).isFalse();
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class TestClock {

        @Bean
        @Primary
        MovableClock movableClock() {
            // Far ahead of the clock of services that other tests started, whose clean-up deletes older keys.
            return new MovableClock(Instant.parse("2050-01-01T09:00:00Z"));
        }
    }
}
