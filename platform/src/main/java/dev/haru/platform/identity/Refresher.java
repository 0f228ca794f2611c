package dev.haru.platform.identity;

import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

/** Renews answers aside from the requests, a few at a time; what does not fit is left to a later request. */
final class Refresher {

    /** Few, because nobody waits for them and the neighbour is there for those who do. */
    private static final int AT_ONCE = 8;

    private final Semaphore places = new Semaphore(AT_ONCE);
    private final ThreadFactory threads =
            Thread.ofVirtual().name("identity-refresh-", 0).factory();

    /** Runs it soon, or answers that there is no place. */
    boolean tryRun(Runnable renewal) {
        if (!places.tryAcquire()) {
            return false;
        }
        threads.newThread(() -> {
                    try {
                        renewal.run();
                    } finally {
                        places.release();
                    }
                })
                .start();
        return true;
    }
}
