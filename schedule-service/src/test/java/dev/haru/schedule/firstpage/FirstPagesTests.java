package dev.haru.schedule.firstpage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.haru.schedule.category.Categories;
import dev.haru.schedule.category.Category;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.util.unit.DataSize;

class FirstPagesTests {

    private static final Category FITNESS = new Category(1, "fitness", "dumbbell", Map.of("en", "Fitness"));

    private final FirstPageAssembly assembly = mock();
    private final Categories categories = mock();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger assembled = new AtomicInteger();
    private final FirstPages pages = pages(DataSize.ofMegabytes(1));

    @BeforeEach
    void pages() {
        when(assembly.assemble(any(), anyString())).thenAnswer(_ -> json(assembled.incrementAndGet()));
        when(categories.require("fitness")).thenReturn(FITNESS);
        when(categories.byCode("fitness")).thenReturn(Optional.of(FITNESS));
    }

    @Test
    void pageIsAssembledOnceForEachCategoryAndLanguage() {
        assertThat(pages.getIfCached(null, "en")).isNull();
        FirstPage overall = pages.get(null, "en");

        assertThat(pages.get(null, "en")).isSameAs(overall);
        assertThat(pages.getIfCached(null, "en")).isSameAs(overall);
        assertThat(pages.get(null, "ko")).isNotSameAs(overall);
        assertThat(pages.get("fitness", "en")).isNotSameAs(overall);
        assertThat(assembled).hasValue(3);
        assertThat(assemblies("request", "assembled")).isEqualTo(3);
    }

    @Test
    void concurrentRequestsShareOneAssembly() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        doAnswer(_ -> {
                    assertThat(go.await(1, TimeUnit.MINUTES)).isTrue();
                    return json(assembled.incrementAndGet());
                })
                .when(assembly)
                .assemble(any(), anyString());
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            IntStream.range(0, 64).forEach(_ -> clients.execute(() -> pages.get(null, "en")));
            go.countDown();
        }
        assertThat(assembled).hasValue(1);
    }

    @Test
    void renewalReplacesThePage() {
        FirstPage before = pages.get(null, "en");

        pages.renew();

        assertThat(pages.getIfCached(null, "en")).isNotSameAs(before);
        assertThat(assemblies("renewal", "assembled")).isEqualTo(1);
    }

    @Test
    void renewalOfAnUnchangedPageKeepsItsBytes() {
        when(assembly.assemble(any(), anyString())).thenReturn(json(1), json(1));
        FirstPage before = pages.get(null, "en");

        pages.renew();

        assertThat(pages.getIfCached(null, "en")).isSameAs(before);
    }

    @Test
    void pageWithoutRequestsIsRemoved() {
        pages.get("fitness", "en");

        // The first renewal finds the page requested; four more renewals of 15 s are the minute for which it is kept.
        IntStream.rangeClosed(1, 5).forEach(_ -> pages.renew());
        assertThat(assembled).hasValue(6);
        pages.renew();

        assertThat(assembled).hasValue(6);
        assertThat(pages.getIfCached("fitness", "en")).isNull();
    }

    @Test
    void requestedPageIsNeverRemoved() {
        pages.get(null, "en");

        IntStream.range(0, 20).forEach(_ -> {
            assertThat(pages.getIfCached(null, "en")).isNotNull();
            pages.renew();
        });
    }

    @Test
    void failedRenewalKeepsThePageForALimitedTime() {
        FirstPage before = pages.get(null, "en");
        when(assembly.assemble(any(), anyString())).thenThrow(new QueryTimeoutException("too slow"));

        pages.renew();
        assertThat(pages.getIfCached(null, "en")).isSameAs(before);
        assertThat(assemblies("renewal", "failed")).isEqualTo(1);

        nanos.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(pages.getIfCached(null, "en")).isNull();
        assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> pages.get(null, "en"));
    }

    @Test
    void pageOfADeletedCategoryIsRemoved() {
        pages.get("fitness", "en");
        when(categories.byCode("fitness")).thenReturn(Optional.empty());

        pages.renew();

        assertThat(pages.getIfCached("fitness", "en")).isNull();
    }

    @Test
    void disabledCacheAssemblesEachRequest() {
        FirstPages none = pages(DataSize.ofBytes(0));

        none.get(null, "en");
        none.get(null, "en");

        assertThat(assembled).hasValue(2);
        assertThat(none.getIfCached(null, "en")).isNull();
    }

    private FirstPages pages(DataSize memory) {
        FirstPageProperties properties = new FirstPageProperties(
                10,
                memory,
                Duration.ofSeconds(15),
                Duration.ofMinutes(1),
                Duration.ofHours(1),
                Duration.ofSeconds(15),
                Duration.ofMinutes(1));
        return new FirstPages(assembly, categories, properties, meters, nanos::get);
    }

    private long assemblies(String trigger, String outcome) {
        return meters.get("haru.first-page.assembly")
                .tags("trigger", trigger, "outcome", outcome)
                .timer()
                .count();
    }

    private static byte[] json(int number) {
        return "{\"page\":%d}".formatted(number).getBytes(UTF_8);
    }
}
