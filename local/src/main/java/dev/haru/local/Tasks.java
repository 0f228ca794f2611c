package dev.haru.local;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Work done side by side, which ends together when it is closed. */
final class Tasks implements AutoCloseable {

    private static final int END_SECONDS = 30;

    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final ExecutorService patient = Executors.newVirtualThreadPerTaskExecutor();

    /** Work of one kind. */
    interface Task {
        void run() throws Exception;
    }

    /** Returns when all are done; throws at the first failure, whatever the others do. */
    void all(List<Task> tasks) {
        all(tasks, Math.max(1, tasks.size()));
    }

    /** As {@link #all(List)}, but with at most {@code width} at once. */
    void all(List<Task> tasks, int width) {
        run(executor, tasks, width);
    }

    /** As {@link #all(List)}, for what must not be broken off in the middle: closing waits for it to end. */
    void allPatiently(List<Task> tasks) {
        run(patient, tasks, Math.max(1, tasks.size()));
    }

    private static void run(ExecutorService executor, List<Task> tasks, int width) {
        Semaphore permits = new Semaphore(width);
        CompletionService<Boolean> completion = new ExecutorCompletionService<>(executor);
        for (Task task : tasks) {
            completion.submit(() -> {
                permits.acquire();
                try {
                    task.run();
                    return true;
                } finally {
                    permits.release();
                }
            });
        }
        for (int done = 0; done < tasks.size(); done++) {
            awaitNext(completion);
        }
    }

    /** Whether {@link #close} was called, which interrupts all running tasks. */
    boolean isClosed() {
        return executor.isShutdown();
    }

    @Override
    public void close() {
        executor.shutdownNow();
        patient.shutdown();
        try {
            executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
            patient.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitNext(CompletionService<Boolean> completion) {
        try {
            completion.take().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
