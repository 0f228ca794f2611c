package dev.haru.local;

import dev.haru.local.process.Autogroup;
import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Progress;
import java.io.PrintStream;
import java.util.Optional;

/** Runs the whole system until a Ctrl-C or until a part fails. */
final class Run {

    private static final int FAILED = 1;
    private static final long SIGNAL_MILLIS = 200;

    private final Settings settings;
    private final PrintStream out;
    private final PrintStream err;
    private volatile boolean ended;

    Run(Settings settings, PrintStream out, PrintStream err) {
        this.settings = settings;
        this.out = out;
        this.err = err;
    }

    /**
     * Returns the exit code: 0 after a signal, 1 after a failure. A failure is printed before the parts are stopped.
     */
    int execute() {
        try (Autogroup group = Autogroup.lowerPriority();
                HaruSystem system = new HaruSystem(settings, new Progress(out))) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stopBySignal(system, group), "stop"));
            try {
                startAndWatch(system);
                return 0;
            } catch (PartFailed failure) {
                if (!isInterrupted(system)) {
                    err.println(failure.getMessage());
                }
                return FAILED;
            } finally {
                ended = !system.isClosing();
            }
        }
    }

    /**
     * Whether a Ctrl-C caused the failure. It also reaches PostgreSQL's tools, which may fail a moment before the
     * launcher receives the signal.
     */
    private static boolean isInterrupted(HaruSystem system) {
        try {
            Thread.sleep(SIGNAL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return system.isClosing();
    }

    private void startAndWatch(HaruSystem system) {
        long start = System.nanoTime();
        try {
            system.start();
            long started = System.nanoTime() - start;
            system.recordClassCaches();
            out.print(new Welcome(settings).text(started));
            out.flush();
            Optional<PartFailed> failure = system.awaitPartFailure();
            if (failure.isPresent()) {
                throw failure.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // While the system closes, interrupted steps fail as expected.
            if (!system.isClosing()) {
                throw e;
            }
        }
    }

    /**
     * Stops the system and exits with 0, because Ctrl-C is the normal end of a run. Without {@code halt}, the JVM would
     * exit with 130.
     */
    private void stopBySignal(HaruSystem system, Autogroup group) {
        system.close();
        group.close();
        if (!ended) {
            out.flush();
            Runtime.getRuntime().halt(0);
        }
    }
}
