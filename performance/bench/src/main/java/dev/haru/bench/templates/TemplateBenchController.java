package dev.haru.bench.templates;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class TemplateBenchController {

    private final NaiveFirstPages pages;
    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    TemplateBenchController(NaiveFirstPages pages, JdbcClient jdbc, PlatformTransactionManager transactions) {
        this.pages = pages;
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
    }

    @GetMapping("/bench/templates/entities")
    List<List<Map<String, @Nullable Object>>> entities() {
        return pages.byEntities();
    }

    @GetMapping("/bench/templates/projection")
    List<List<Map<String, @Nullable Object>>> projection() {
        return pages.byProjection();
    }

    /** Refreshes the ranking as the service does, without new ratings. Returns the duration in milliseconds. */
    @GetMapping("/bench/templates/refresh")
    double refresh() {
        long start = System.nanoTime();
        transaction.executeWithoutResult(_ -> {
            jdbc.sql("set local statement_timeout = '5min'").update();
            jdbc.sql("set local max_parallel_workers_per_gather = 0").update();
            jdbc.sql("set local max_parallel_maintenance_workers = 0").update();
            jdbc.sql("refresh materialized view concurrently template_ranking").update();
        });
        return Duration.ofNanos(System.nanoTime() - start).toMillis();
    }
}
