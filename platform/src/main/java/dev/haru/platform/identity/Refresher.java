package dev.haru.platform.identity;

import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

/** Renews cache entries in the background, a few at a time. A renewal above the limit is left to a later request. */
final class Refresher {

    /** Low, because no request waits for a renewal, and renewals must not delay the calls that requests wait for. */
    private static final int AT_ONCE = 8;

    private final Semaphore permits = new Semaphore(AT_ONCE);
    private final ThreadFactory threads =
            Thread.ofVirtual().name("identity-refresh-", 0).factory();

    /** Starts the renewal in another thread; false if the limit is reached. */
    boolean tryRun(Runnable renewal) {
        if (!permits.tryAcquire()) {
            return false;
        }
        threads.newThread(() -> {
                    try {
                        renewal.run();
                    } finally {
                        permits.release();
                    }
                })
                .start();
        return true;
    }
}
