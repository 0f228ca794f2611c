package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleFixture.hour;
import static dev.haru.schedule.calendar.ScheduleFixture.memberWithSchedules;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.rows;
import static dev.haru.schedule.calendar.ScheduleFixture.used;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.platform.problem.ProblemException;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.web.ErrorResponseException;

@OnCalendar
class ConcurrentCalendarTests {

    /**
     * The size of the connection pool: concurrent calls of one member wait for each other in the database, not for the
     * pool.
     */
    private static final int WORKERS = 10;

    private static final int STEPS = 400;

    @Autowired
    private Calendar calendar;

    @Test
    void concurrentAddsOfLastScheduleAddExactlyOne() throws Exception {
        UUID member = memberWithSchedules(29);
        CyclicBarrier start = new CyclicBarrier(WORKERS);

        List<Boolean> added = together(worker -> {
            start.await();
            return succeeds(() -> calendar.add(member, ZoneOffset.UTC, hour("The thirtieth")));
        });

        assertThat(added).containsOnlyOnce(true).hasSize(WORKERS);
        assertThat(rows(member)).isEqualTo(30);
        assertThat(used(member)).isEqualTo(30);
    }

    @Test
    void concurrentRemovalsOfOneScheduleRemoveItOnce() throws Exception {
        UUID member = memberWithSchedules(4);
        UUID id = calendar.add(member, ZoneOffset.UTC, hour("Fifth")).schedule().id();
        CyclicBarrier start = new CyclicBarrier(WORKERS);

        List<Boolean> removed = together(worker -> {
            start.await();
            return succeeds(() -> {
                calendar.remove(member, id, IfMatch.ANY);
                return id;
            });
        });

        assertThat(removed).containsOnlyOnce(true);
        assertThat(used(member)).isEqualTo(4);
    }

    /**
     * A refusal that a client would see is allowed. Any other failure fails the test, such as a deadlock, a lost update
     * or a violated check.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void concurrentChangesKeepCountEqualToRows(long seed) throws Exception {
        List<UUID> members = List.of(memberWithSchedules(28), newMember(), newMember());
        ConcurrentLinkedQueue<Schedule> known = new ConcurrentLinkedQueue<>();

        List<Integer> done = together(worker -> {
            Random random = new Random(seed * 1000 + worker);
            return (int) IntStream.range(0, STEPS)
                    .filter(_ -> succeeds(
                            () -> step(members.get(random.nextInt(members.size())), known, random.nextInt(10))))
                    .count();
        });

        assertThat(done).allSatisfy(count -> assertThat(count).isPositive());
        assertThat(members).allSatisfy(member -> {
            assertThat(used(member)).isEqualTo(rows(member)).isLessThanOrEqualTo(30);
        });
    }

    private Object step(UUID member, ConcurrentLinkedQueue<Schedule> known, int dice) {
        Schedule some = known.peek();
        if (some == null || dice < 5) {
            Schedule added = calendar.add(member, ZoneOffset.UTC, hour("Step")).schedule();
            known.add(added);
            known.add(added); // so that two workers find it
            return added;
        }
        if (dice == 5) {
            return calendar.add(member, ZoneOffset.UTC, new Plan("Nowhere", 99, some.startAt(), some.endAt(), null))
                    .schedule();
        }
        if (dice == 6) {
            return calendar.reschedule(some.memberId(), ZoneOffset.UTC, some.id(), IfMatch.parse("*"), hour("Changed"))
                    .schedule();
        }
        known.poll();
        if (dice == 7) {
            calendar.remove(some.memberId(), some.id(), IfMatch.parse("\"0\""));
        } else {
            calendar.remove(some.memberId(), some.id(), IfMatch.ANY);
        }
        return some;
    }

    private static boolean succeeds(Callable<?> action) {
        try {
            action.call();
            return true;
        } catch (ErrorResponseException refused) {
            assertThat(refused).isInstanceOfAny(ProblemException.class, InvalidRequest.class);
            return false;
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    private static <T> List<T> together(Work<T> work) throws Exception {
        try (ExecutorService workers = Executors.newFixedThreadPool(WORKERS)) {
            List<Future<T>> futures = workers.invokeAll(IntStream.range(0, WORKERS)
                    .<Callable<T>>mapToObj(worker -> () -> work.of(worker))
                    .toList());
            return futures.stream()
                    .map(future -> {
                        if (future.state() == Future.State.FAILED) {
                            throw new AssertionError(future.exceptionNow());
                        }
                        return future.resultNow();
                    })
                    .toList();
        }
    }

    private interface Work<T> {

        T of(int worker) throws Exception;
    }
}
