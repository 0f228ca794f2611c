package dev.haru.schedule.category;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.haru.platform.deadline.DeadlineExceeded;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;

class CategoriesTests {

    private static final Category FITNESS = new Category(1, "fitness", "dumbbell", Map.of("en", "Fitness"));
    private static final Category STUDY = new Category(2, "study", "book", Map.of("en", "Study", "ko", "공부"));

    private final CategoryTable table = mock();
    private final AtomicLong nanos = new AtomicLong();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Categories categories = categories(List.of(FITNESS));

    @Test
    void knownCategoryIsFoundInMemory() {
        assertThat(categories.byCode("fitness")).contains(FITNESS);
        assertThat(categories.byId(1)).contains(FITNESS);
        assertThat(categories.all()).containsExactly(FITNESS);

        verify(table, times(1)).read();
    }

    @Test
    void missReadsTheDatabase() {
        when(table.read()).thenReturn(List.of(FITNESS, STUDY));
        pass(Duration.ofSeconds(1));

        assertThat(categories.byCode("study")).contains(STUDY);
        assertThat(categories.byId(2)).contains(STUDY);
        assertThat(readings("miss", "read")).isEqualTo(1);
    }

    @Test
    void concurrentMissesReadOnceInAPause() {
        pass(Duration.ofSeconds(1));
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            IntStream.range(0, 50).forEach(i -> clients.execute(() -> categories.byCode("nothing-" + i)));
        }
        assertThat(readings("miss", "read")).isEqualTo(1);

        pass(Duration.ofSeconds(1));
        assertThat(categories.byCode("nothing")).isEmpty();
        assertThat(readings("miss", "read")).isEqualTo(2);
    }

    @Test
    void failedReadFailsAllMissesForAPause() {
        when(table.read()).thenThrow(new QueryTimeoutException("too slow"));
        pass(Duration.ofSeconds(1));

        for (int i = 0; i < 3; i++) {
            assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> categories.byCode("study"));
        }
        assertThat(categories.byCode("fitness")).contains(FITNESS);
        assertThat(readings("miss", "failed")).isEqualTo(1);

        doReturn(List.of(FITNESS, STUDY)).when(table).read();
        pass(Duration.ofSeconds(1));
        assertThat(categories.byCode("study")).contains(STUDY);
        assertThat(categories.byCode("nothing")).isEmpty();
    }

    @Test
    void exceededDeadlineDoesNotFailOtherRequests() {
        when(table.read()).thenThrow(new DeadlineExceeded()).thenReturn(List.of(FITNESS, STUDY));
        pass(Duration.ofSeconds(1));

        assertThatExceptionOfType(DeadlineExceeded.class).isThrownBy(() -> categories.byCode("study"));
        assertThat(categories.byCode("study")).contains(STUDY);
    }

    @Test
    void missAfterAFailureDoesNotWaitForAnotherRead() throws Exception {
        when(table.read()).thenThrow(new QueryTimeoutException("too slow"));
        categories.refresh();
        pass(Duration.ofSeconds(1));
        CountDownLatch trying = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        doAnswer(_ -> {
                    trying.countDown();
                    answered.await();
                    return List.of(FITNESS, STUDY);
                })
                .when(table)
                .read();

        try (ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Optional<Category>> first = both.submit(() -> categories.byCode("study"));
            trying.await();
            Future<Optional<Category>> second = both.submit(() -> categories.byCode("study"));
            try {
                assertThat(second)
                        .failsWithin(Duration.ofMinutes(3))
                        .withThrowableThat()
                        .withCauseInstanceOf(QueryTimeoutException.class);
            } finally {
                answered.countDown();
            }
            assertThat(first.get()).contains(STUDY);
        }
    }

    @Test
    void deletedCategoryDisappearsWithTheNextRefresh() {
        when(table.read()).thenReturn(List.of(STUDY));

        categories.refresh();

        assertThat(categories.byCode("fitness")).isEmpty();
        assertThat(categories.all()).containsExactly(STUDY);
        assertThat(meters.get("haru.categories").gauge().value()).isEqualTo(1);
    }

    @Test
    void failedRefreshKeepsThePreviousCategories() {
        when(table.read()).thenThrow(new QueryTimeoutException("too slow"));

        categories.refresh();

        assertThat(categories.byCode("fitness")).contains(FITNESS);
        assertThat(readings("refresh", "failed")).isEqualTo(1);
    }

    @Test
    void unknownCategoryIsRefusedWithTheExistingCodes() {
        assertThatExceptionOfType(UnknownCategory.class)
                .isThrownBy(() -> categories.require("sports"))
                .satisfies(refusal ->
                        assertThat(refusal.getBody().getProperties()).containsEntry("categories", List.of("fitness")));
    }

    @Test
    void languageIsOneInWhichACategoryHasAName() {
        when(table.read()).thenReturn(List.of(FITNESS, STUDY));
        categories.refresh();

        assertThat(categories.languageFor("ko-KR, en;q=0.8")).isEqualTo("ko");
        assertThat(categories.languageFor("fr, *;q=0.1")).isEqualTo("en");
        assertThat(categories.languageFor("not a language;;;")).isEqualTo("en");
        assertThat(categories.languageFor(null)).isEqualTo("en");
    }

    private Categories categories(List<Category> atStart) {
        when(table.read()).thenReturn(atStart);
        return new Categories(
                table, new CategoryProperties(Duration.ofMinutes(5), Duration.ofSeconds(1)), meters, nanos::get);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private double readings(String trigger, String outcome) {
        return meters.get("haru.categories.readings")
                .tags("trigger", trigger, "outcome", outcome)
                .counter()
                .count();
    }
}
