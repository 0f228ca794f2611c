package dev.haru.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.local.process.Refusal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class TasksTests {

    private final CountDownLatch never = new CountDownLatch(1);

    @Test
    void tasksRunConcurrently() {
        CountDownLatch met = new CountDownLatch(2);
        Tasks.Task meet = () -> {
            met.countDown();
            met.await();
        };
        try (Tasks tasks = new Tasks()) {
            tasks.all(List.of(meet, meet));
        }
        assertThat(met.getCount()).isZero();
    }

    @Test
    void firstFailureEndsTheWaitAndCloseEndsTheOthers() {
        CountDownLatch ended = new CountDownLatch(1);
        Tasks.Task wait = () -> {
            try {
                never.await();
            } finally {
                ended.countDown();
            }
        };
        try (Tasks tasks = new Tasks()) {
            assertThatExceptionOfType(Refusal.class)
                    .isThrownBy(() -> tasks.all(List.of(wait, () -> {
                        throw new Refusal("no");
                    })));
        }
        assertThat(ended.getCount()).isZero();
    }

    @Test
    void closeWaitsForUninterruptedTasks() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        Tasks tasks = new Tasks();
        Thread.startVirtualThread(() -> tasks.allUninterrupted(List.of(() -> {
            begun.countDown();
            TimeUnit.MILLISECONDS.sleep(200);
            done.incrementAndGet();
        })));
        begun.await();

        tasks.close();

        assertThat(done).hasValue(1);
    }

    @Test
    void checkedFailureIsWrapped() {
        try (Tasks tasks = new Tasks()) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> tasks.all(List.of(() -> {
                        throw new IOException("disk");
                    })))
                    .withRootCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void tasksBeginInTheirOrder() {
        List<Integer> begun = Collections.synchronizedList(new ArrayList<>());
        List<Integer> numbers = IntStream.range(0, 100).boxed().toList();
        try (Tasks tasks = new Tasks()) {
            tasks.all(
                    numbers.stream()
                            .<Tasks.Task>map(number -> () -> begun.add(number))
                            .toList(),
                    1);
        }
        assertThat(begun).isEqualTo(numbers);
    }

    @Test
    void atMostWidthTasksRunAtOnce() {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CyclicBarrier pair = new CyclicBarrier(2);
        Tasks.Task task = () -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            // A task that a busy machine starts late still meets another one.
            pair.await();
            TimeUnit.MILLISECONDS.sleep(20);
            now.decrementAndGet();
        };
        try (Tasks tasks = new Tasks()) {
            tasks.all(Collections.nCopies(6, task), 2);
        }
        assertThat(most).hasValue(2);
    }
}
