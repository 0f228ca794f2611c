package dev.haru.local;

import dev.haru.local.process.Progress;

/** Prints every 15 seconds which parts are still starting. */
final class Reminder implements AutoCloseable {

    private static final int EVERY_SECONDS = 15;

    private final Thread thread;

    private Reminder(Thread thread) {
        this.thread = thread;
    }

    static Reminder of(Progress progress) {
        return new Reminder(Thread.startVirtualThread(() -> remind(progress)));
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private static void remind(Progress progress) {
        try {
            for (long seconds = EVERY_SECONDS; true; seconds += EVERY_SECONDS) {
                Thread.sleep(EVERY_SECONDS * 1000L);
                progress.remind(seconds);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
