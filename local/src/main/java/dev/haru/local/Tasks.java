package dev.haru.local;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Runs tasks concurrently. {@link #close} ends all of them. */
final class Tasks implements AutoCloseable {

    private static final int END_SECONDS = 30;

    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final ExecutorService uninterrupted = Executors.newVirtualThreadPerTaskExecutor();

    interface Task {
        void run() throws Exception;
    }

    /** Returns when all tasks have ended. Throws the first failure without waiting for the other tasks. */
    void all(List<Task> tasks) {
        all(tasks, Math.max(1, tasks.size()));
    }

    /** Like {@link #all(List)}, with at most {@code width} tasks at once. They begin in the order of the list. */
    void all(List<Task> tasks, int width) {
        run(executor, tasks, width);
    }

    /** Like {@link #all(List)}, for tasks that must not be interrupted: {@link #close} waits for them to end. */
    void allUninterrupted(List<Task> tasks) {
        run(uninterrupted, tasks, Math.max(1, tasks.size()));
    }

    private static void run(ExecutorService executor, List<Task> tasks, int width) {
        CompletionService<Boolean> completion = new ExecutorCompletionService<>(executor);
        int submitted = 0;
        for (int done = 0; done < tasks.size(); done++) {
            while (submitted < tasks.size() && submitted < done + width) {
                Task task = tasks.get(submitted++);
                completion.submit(() -> {
                    task.run();
                    return true;
                });
            }
            awaitNext(completion);
        }
    }

    /** Starts a task in the background. {@link #close} interrupts it and waits for its end. */
    void start(Runnable task) {
        executor.execute(task);
    }

    /** Whether {@link #close} was called. It interrupts all tasks but those of {@link #allUninterrupted}. */
    boolean isClosed() {
        return executor.isShutdown();
    }

    @Override
    public void close() {
        executor.shutdownNow();
        uninterrupted.shutdown();
        try {
            executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
            uninterrupted.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
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
