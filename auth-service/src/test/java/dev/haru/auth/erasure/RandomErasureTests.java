package dev.haru.auth.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.RepeatedTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** Several replicas erase one account in batches of random sizes, while some of their transactions fail. */
@AuthServiceTest
class RandomErasureTests {

    private static final int REPLICAS = 3;
    private static final int MOST_ROWS = 60;
    private static final int MOST_CALLS = 10_000;

    /** Tables in which an account has many rows. */
    private static final List<String> LARGE_TABLES =
            List.of("session", "access_token", "security_event", "device", "token_history");

    @Autowired
    private DataSource dataSource;

    @RepeatedTest(10)
    void noTableKeepsRowsOfTheAccount() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        AccountRows account = AccountRows.ofNewAccount();
        account.insertIntoAllTables();
        LARGE_TABLES.forEach(table -> account.insertMany(table, random.nextInt(MOST_ROWS)));

        try (ExecutorService replicas = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> calls = IntStream.range(0, REPLICAS)
                    .mapToObj(replica -> new Random(seed + replica + 1))
                    .<Future<?>>map(own -> replicas.submit(() -> erase(account, own)))
                    .toList();
            for (Future<?> call : calls) {
                call.get();
            }
        }

        assertThat(account.exists()).as("seed %d", seed).isFalse();
        assertThat(account.tablesWithRows())
                .as("seed %d", seed)
                .containsExactlyInAnyOrderElementsOf(AccountRows.KEPT.keySet());
    }

    private void erase(AccountRows account, Random random) {
        ErasureStore store =
                new ErasureStore(JdbcClient.create(dataSource), Clock.systemUTC(), new FailingTransactions(random));
        for (int call = 0; call < MOST_CALLS && account.exists(); call++) {
            try {
                var _ = store.remove(account.id(), 1 + random.nextInt(20), 1 + random.nextInt(5));
            } catch (TransactionSystemException failed) {
                // The next run continues, as in the service.
            }
        }
    }

    /** Some commits fail. In half of these cases, only the response is lost. */
    private final class FailingTransactions extends JdbcTransactionManager {

        private final Random random;

        FailingTransactions(Random random) {
            super(dataSource);
            this.random = random;
        }

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
            int dice = random.nextInt(10);
            if (dice == 0) {
                doRollback(status);
                throw new TransactionSystemException("the commit failed");
            }
            super.doCommit(status);
            if (dice == 1) {
                throw new TransactionSystemException("the response of the commit was lost");
            }
        }
    }
}
