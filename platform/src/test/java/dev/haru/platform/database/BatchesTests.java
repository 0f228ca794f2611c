package dev.haru.platform.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.QueryTimeoutException;

class BatchesTests {

    private static final Logger log = LoggerFactory.getLogger(BatchesTests.class);

    @Test
    void cleanUpEndsAfterAPartialBatch() {
        Deque<Integer> rows = new ArrayDeque<>(List.of(10, 10, 3, 10));

        int deleted = Batches.cleanUp(log, "row", 10, 100, _ -> rows.remove());

        assertThat(deleted).isEqualTo(23);
        assertThat(rows).containsExactly(10);
    }

    @Test
    void cleanUpEndsAtTheMaximumOfBatches() {
        assertThat(Batches.cleanUp(log, "row", 10, 3, size -> size)).isEqualTo(30);
    }

    @Test
    void cleanUpWithoutTheDatabaseReturnsWhatItHasDeleted() {
        Deque<Integer> rows = new ArrayDeque<>(List.of(10));

        int deleted = Batches.cleanUp(log, "row", 10, 100, _ -> {
            if (rows.isEmpty()) {
                throw new QueryTimeoutException("the database does not answer");
            }
            return rows.remove();
        });

        assertThat(deleted).isEqualTo(10);
    }
}
