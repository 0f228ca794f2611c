package dev.haru.auth.personaltoken;

import dev.haru.platform.deadline.Deadline;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Records the last use of personal access tokens in the background, at most once in
 * {@code haru.personal-token.use-precision} for each token. Introspection does not wait for the write. A write that
 * fails or finds the queue full is omitted; the next look-up of the token repeats it.
 */
@Component
class PersonalTokenUses implements DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(PersonalTokenUses.class);
    private static final int QUEUE = 1000;

    private final PersonalTokenStore store;
    private final PersonalTokenProperties properties;
    private final ExecutorService writer = new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), PersonalTokenUses::thread, new DiscardPolicy());

    PersonalTokenUses(PersonalTokenStore store, PersonalTokenProperties properties) {
        this.store = store;
        this.properties = properties;
    }

    /** Records the use of a token at this time, unless a recent use is recorded. */
    void record(PersonalToken token, Instant now) {
        Instant before = now.minus(properties.usePrecision());
        Instant recorded = token.lastUsedAt();
        if (recorded == null || !recorded.isAfter(before)) {
            writer.execute(Deadline.outlived(() -> write(token.id(), now, before)));
        }
    }

    private void write(UUID token, Instant now, Instant before) {
        try {
            store.recordUse(token, now, before);
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("use of personal access token {} not recorded: {}", token, unavailable.toString());
        }
    }

    private static Thread thread(Runnable task) {
        return Thread.ofPlatform().name("personal-token-uses").daemon().unstarted(task);
    }

    @Override
    public void destroy() {
        writer.shutdown();
    }
}
