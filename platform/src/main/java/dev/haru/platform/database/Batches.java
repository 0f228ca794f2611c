package dev.haru.platform.database;

import java.util.function.IntUnaryOperator;
import org.slf4j.Logger;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Work on many rows in small transactions, so that none of them holds its locks for long. */
public final class Batches {

    private Batches() {}

    /**
     * Works on batches until one is not full, or until the maximum of batches, so that a run ends.
     *
     * @param size rows of a batch
     * @param work works on at most so many rows, and returns their number
     */
    public static void untilPartial(int size, int maximum, IntUnaryOperator work) {
        int done = size;
        for (int i = 0; i < maximum && done == size; i++) {
            done = work.applyAsInt(size);
        }
    }

    /**
     * Deletes rows as {@link #untilPartial} does, and returns their number. Without the database, logs a warning and
     * ends: the next round continues.
     *
     * @param rows the kind of the rows, for the log
     */
    public static int cleanUp(Logger log, String rows, int size, int maximum, IntUnaryOperator deletion) {
        int[] deleted = {0};
        try {
            untilPartial(size, maximum, batch -> {
                int done = deletion.applyAsInt(batch);
                deleted[0] += done;
                return done;
            });
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("{} clean-up ended early: {}", rows, unavailable.toString());
        }
        return deleted[0];
    }
}
