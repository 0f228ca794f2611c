package dev.haru.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.IMetricsTracker;
import dev.haru.platform.deadline.Deadlines;
import dev.haru.platform.test.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300) // seconds: no test waits without an end
class TimedPoolTests {

    private static final int POOL_TIMEOUT_MILLIS = 250;

    private final HikariDataSource configured = EmbeddedDatabase.pool();
    private final Semaphore timeouts = new Semaphore(0);
    private TimedPool pool = start();

    @BeforeEach
    void openOneConnection() {
        configured.setMaximumPoolSize(1);
        configured.setConnectionTimeout(POOL_TIMEOUT_MILLIS);
        configured.setValidationTimeout(POOL_TIMEOUT_MILLIS);
        configured.setMetricsTrackerFactory((_, _) -> new IMetricsTracker() {
            @Override
            public void recordConnectionTimeout() {
                timeouts.release();
            }
        });
        pool = start();
        // On a busy machine, the set-up of the first connection may exceed the validation time-out. HikariCP then
        // fails without a retry.
        new FirstConnection(Duration.ofMinutes(2), Duration.ofMillis(1)).open(pool);
    }

    @AfterEach
    void closePools() {
        pool.close();
        configured.close();
    }

    @Test
    void virtualThreadWaitsForAFullPool() throws Exception {
        Connection inUse = onlyConnection();
        timeouts.drainPermits();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> waiting =
                    threads.submit(Deadlines.in(Duration.ofMinutes(2)).wrap(this::isOpened));
            timeouts.acquire(2);

            inUse.close();

            assertThat(waiting.get()).isTrue();
        }
    }

    @Test
    void virtualThreadGivesUpAtTheDeadline() throws Exception {
        try (Connection _ = onlyConnection();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> waiting =
                    threads.submit(Deadlines.in(Duration.ofMillis(400)).wrap(this::isOpened));

            assertThatThrownBy(waiting::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(SQLTransientConnectionException.class);
        }
    }

    @Test
    void platformThreadWaitsForThePoolsTimeout() throws Exception {
        try (Connection _ = onlyConnection()) {
            assertThatThrownBy(Deadlines.in(Duration.ofMinutes(2)).wrap(this::isOpened)::call)
                    .isInstanceOf(SQLTransientConnectionException.class);
        }
    }

    @Test
    void unavailableDatabaseFailsWithoutAWait() throws Exception {
        configured.setJdbcUrl("jdbc:postgresql://127.0.0.1:1/haru");
        configured.setInitializationFailTimeout(-1);
        try (TimedPool unavailable = start();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Boolean> opened = () -> {
                unavailable.getConnection().close();
                return true;
            };
            Future<Boolean> failing =
                    threads.submit(Deadlines.in(Duration.ofMinutes(2)).wrap(opened));

            assertThatThrownBy(failing::get).hasCauseInstanceOf(SQLTransientConnectionException.class);
        }
    }

    /**
     * Takes the connection of the pool. After a pause, the pool checks whether the connection is alive. On a busy
     * machine, this check or the set-up of the next connection may exceed its time-out.
     */
    private Connection onlyConnection() {
        return await().pollInSameThread()
                .pollDelay(Duration.ZERO)
                .ignoreException(SQLTransientConnectionException.class)
                .until(pool::getConnection, Objects::nonNull);
    }

    private TimedPool start() {
        return new TimedPool(configured, DataSourceFactory.driver(configured));
    }

    private boolean isOpened() throws Exception {
        pool.getConnection().close();
        return true;
    }
}
