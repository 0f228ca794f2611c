package dev.haru.local;

import dev.haru.local.process.Part;
import dev.haru.local.service.ServiceModule;
import dev.haru.local.service.ServiceProcess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;

/**
 * The running parts of the system. It includes parts that are still starting, so that {@link #stop()} stops all of
 * them.
 */
final class RunningParts {

    private final Map<String, Part> parts = new LinkedHashMap<>();
    private boolean closing;

    /** Adds a part, which is then watched and stopped with the others. */
    <P extends Part> P adopt(P part) {
        synchronized (this) {
            if (!closing) {
                parts.put(part.name(), part);
                return part;
            }
        }
        part.stop();
        throw new CancellationException(part.name() + " started while the system was stopping");
    }

    /** Removes a part without stopping it. The part is no longer watched or stopped with the others. */
    synchronized Part release(String name) {
        Part part = parts.remove(name);
        if (part == null) {
            throw new IllegalArgumentException(name + " does not run");
        }
        return part;
    }

    synchronized Part named(String name) {
        Part part = parts.get(name);
        if (part == null) {
            throw new IllegalArgumentException(name + " does not run");
        }
        return part;
    }

    /** Stops one part if it still runs, and leaves the others running. */
    void stop(Part part) {
        boolean runs;
        synchronized (this) {
            runs = parts.remove(part.name(), part);
        }
        if (runs) {
            part.stop();
        }
    }

    synchronized boolean isEmpty() {
        return parts.isEmpty();
    }

    synchronized Optional<Part> firstEnded() {
        return parts.values().stream().filter(part -> !part.isAlive()).findFirst();
    }

    synchronized <P extends Part> P running(Class<P> kind) {
        return parts.values().stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + kind.getSimpleName() + " runs"));
    }

    /** Stops the gateway first, so that no new request arrives, then the services, then the stores. */
    void stop() {
        synchronized (this) {
            closing = true;
        }
        stopAll(part -> part.name().equals(ServiceModule.GATEWAY.module()));
        stopAll(ServiceProcess.class::isInstance);
        stopAll(part -> true);
    }

    private void stopAll(Predicate<Part> which) {
        List<Thread> threads = new ArrayList<>();
        for (Part part : remove(which)) {
            threads.add(Thread.startVirtualThread(part::stop));
        }
        for (Thread thread : threads) {
            join(thread);
        }
    }

    private synchronized List<Part> remove(Predicate<Part> which) {
        List<Part> removed = parts.values().stream().filter(which).toList();
        removed.forEach(part -> parts.remove(part.name()));
        return removed;
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
