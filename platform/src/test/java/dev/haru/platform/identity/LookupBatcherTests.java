package dev.haru.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.deadline.DeadlineExceeded;
import dev.haru.platform.deadline.Deadlines;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LookupBatcherTests {

    private static final Duration LONG = Duration.ofHours(1);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> alone = new CopyOnWriteArrayList<>();
    private final List<Set<String>> together = new CopyOnWriteArrayList<>();
    private final CountDownLatch oneCallEnds = new CountDownLatch(1);
    private final CountDownLatch allCallsEnd = new CountDownLatch(1);
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void end() {
        oneCallEnds.countDown();
        allCallsEnd.countDown();
        callers.close();
    }

    @Test
    void lookUpWithAFreeCallIsSingle() {
        LookupBatcher<String, String> batcher = batcher(LONG);

        assertThat(batcher.find("a", Freshness.CACHED, () -> answerAlone("a"))).contains("alone a");
        assertThat(batcher.find("b", Freshness.CACHED, () -> answerAlone("b"))).contains("alone b");

        assertThat(together).isEmpty();
    }

    @Test
    void waitingLookUpsShareOneCall() throws Exception {
        LookupBatcher<String, String> batcher = batcher(LONG);
        occupy(batcher);
        List<Future<Optional<String>>> waiting = lookUp(batcher, "a", "b", "c");

        oneCallEnds.countDown();

        assertThat(answers(waiting)).containsExactly("all a", "all b", "all c");
        assertThat(together).containsExactly(Set.of("a", "b", "c"));
        assertThat(alone).isEmpty();
        assertThat(meters.get("haru.identity.batch").summary().max()).isEqualTo(3);
    }

    @Test
    void keyMissingInTheBatchIsLookedUpAlone() throws Exception {
        LookupBatcher<String, String> batcher = new LookupBatcher<>("identity", LONG, _ -> Map.of(), meters);
        occupy(batcher);
        List<Future<Optional<String>>> waiting = lookUp(batcher, "a", "b", "c");

        oneCallEnds.countDown();

        assertThat(answers(waiting)).containsExactly("alone a", "alone b", "alone c");
    }

    @Test
    void failureOfTheBatchReachesAllLookUps() {
        LookupBatcher<String, String> batcher = new LookupBatcher<>(
                "identity",
                LONG,
                _ -> {
                    throw new IllegalStateException("the upstream service is down");
                },
                meters);
        occupy(batcher);
        List<Future<Optional<String>>> waiting = lookUp(batcher, "a", "b", "c");

        oneCallEnds.countDown();

        assertThat(waiting).allMatch(LookupBatcherTests::fails);
        assertThat(alone).isEmpty();
    }

    @Test
    void otherLookupsContinueAloneAfterTheLeadersDeadline() throws Exception {
        LookupBatcher<String, String> batcher = new LookupBatcher<>(
                "identity",
                LONG,
                _ -> {
                    throw new IllegalStateException("no time left");
                },
                meters);
        occupy(batcher);
        Future<Optional<String>> late = callers.submit(
                Deadlines.over().wrap(() -> batcher.find("late", Freshness.CACHED, () -> answerAlone("late"))));
        awaitWaiting(batcher, 1);
        Future<Optional<String>> inTime =
                callers.submit(() -> batcher.find("in time", Freshness.CACHED, () -> answerAlone("in time")));
        awaitWaiting(batcher, 2);

        oneCallEnds.countDown();

        assertThat(inTime.get()).contains("alone in time");
        assertThat(late).matches(LookupBatcherTests::fails);
    }

    @Test
    void lookUpThatWaitsTooLongIsSingle() throws Exception {
        LookupBatcher<String, String> batcher = batcher(Duration.ofMillis(1));
        occupy(batcher);

        assertThat(batcher.find("a", Freshness.CACHED, () -> answerAlone("a"))).contains("alone a");

        assertThat(batcher.callsFree()).isZero();
        assertThat(batcher.waiting()).isZero();
    }

    @Test
    void waitForTheBatchEndsAtTheOwnDeadline() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        LookupBatcher<String, String> batcher = new LookupBatcher<>(
                "identity",
                LONG,
                _ -> {
                    asked.countDown();
                    after(allCallsEnd, "never called");
                    return Map.of();
                },
                meters);
        occupy(batcher);
        lookUp(batcher, "a");
        Future<Optional<String>> late = callers.submit(Deadlines.in(Duration.ofMillis(300))
                .wrap(() -> batcher.find("late", Freshness.CACHED, () -> answerAlone("late"))));
        awaitWaiting(batcher, 2);

        oneCallEnds.countDown();

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(late::get)
                .withCauseInstanceOf(DeadlineExceeded.class);
        asked.await();
    }

    @Test
    void concurrentLookUpsGetTheirOwnAnswers() throws Exception {
        LookupBatcher<String, String> batcher = batcher(Duration.ofMillis(2));
        AtomicInteger wrong = new AtomicInteger();
        List<Future<Optional<String>>> all = IntStream.range(0, 64)
                .mapToObj(caller -> callers.submit(() -> {
                    for (int i = 0; i < 300; i++) {
                        String key = caller + "/" + i;
                        Optional<String> answer = batcher.find(key, Freshness.CACHED, () -> answerAlone(key));
                        if (!answer.orElse("").endsWith(" " + key)) {
                            wrong.incrementAndGet();
                        }
                    }
                    return Optional.of("done");
                }))
                .toList();
        answers(all);

        assertThat(wrong).hasValue(0);
        assertThat(together).isNotEmpty().allSatisfy(keys -> assertThat(keys).hasSizeBetween(2, 50));
        assertThat(batcher.callsFree()).isEqualTo(2);
        assertThat(batcher.waiting()).isZero();
    }

    private LookupBatcher<String, String> batcher(Duration maxWait) {
        return new LookupBatcher<>("identity", maxWait, this::answerAll, meters);
    }

    private Map<String, Optional<String>> answerAll(Set<String> keys) {
        together.add(keys);
        Map<String, Optional<String>> answers = new HashMap<>();
        keys.forEach(key -> answers.put(key, Optional.of("all " + key)));
        return answers;
    }

    private Optional<String> answerAlone(String key) {
        alone.add(key);
        // Yields, so that look-ups arrive while a call is under way even on a single core.
        LockSupport.parkNanos(1);
        return Optional.of("alone " + key);
    }

    /** Starts the maximum number of calls; one of them can end before the others. */
    private void occupy(LookupBatcher<String, String> batcher) {
        callers.execute(() -> batcher.find("first", Freshness.CACHED, () -> after(oneCallEnds, "first")));
        await().until(() -> batcher.callsFree() == 1);
        callers.execute(() -> batcher.find("second", Freshness.CACHED, () -> after(allCallsEnd, "second")));
        await().until(() -> batcher.callsFree() == 0);
    }

    /** Starts the look-ups in this order. */
    private List<Future<Optional<String>>> lookUp(LookupBatcher<String, String> batcher, String... keys) {
        List<Future<Optional<String>>> asked = new ArrayList<>();
        for (String key : keys) {
            asked.add(callers.submit(() -> batcher.find(key, Freshness.CACHED, () -> answerAlone(key))));
            awaitWaiting(batcher, asked.size());
        }
        return asked;
    }

    private static void awaitWaiting(LookupBatcher<String, String> batcher, int many) {
        await().until(() -> batcher.waiting() == many);
    }

    private static Optional<String> after(CountDownLatch latch, String answer) {
        try {
            latch.await();
            return Optional.of(answer);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static List<String> answers(List<Future<Optional<String>>> asked) throws Exception {
        List<String> answers = new ArrayList<>();
        for (Future<Optional<String>> one : asked) {
            answers.add(one.get().orElse("no owner"));
        }
        return answers;
    }

    private static boolean fails(Future<Optional<String>> asked) {
        try {
            asked.get();
            return false;
        } catch (ExecutionException failure) {
            return true;
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
