package dev.haru.local;

import dev.haru.local.port.Port;
import dev.haru.local.process.Part;
import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Processes;
import dev.haru.local.process.Progress;
import dev.haru.local.process.Refusal;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.process.RunLock;
import dev.haru.local.process.Watchdog;
import dev.haru.local.store.PostgresStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Starts, watches and stops Haru on this machine: two stores and four processes. {@link #close} leaves no process
 * running, even if it interrupts the start.
 *
 * <p>Longer than 120 lines because the start and the stop of all parts must match.
 */
public final class HaruSystem implements AutoCloseable {

    private static final long WATCH_MILLIS = 250;

    private final Settings settings;
    private final Progress progress;
    private final Tasks tasks = new Tasks();
    private final RunningParts parts = new RunningParts();
    private final Startup startup;
    private volatile boolean closing;
    private @Nullable RunLock lock;
    private @Nullable Watchdog watchdog;

    public HaruSystem(Settings settings, Progress progress) {
        this.settings = settings;
        this.progress = progress;
        this.startup = new Startup(settings, progress, tasks, parts);
    }

    /**
     * Stops the processes of a killed launcher, and deletes the data. Throws a {@link Refusal} if a launcher runs in
     * the directory.
     */
    public static void deleteData(RunDirectory directory, Progress progress) {
        try (RunLock _ = RunLock.of(directory)) {
            StaleProcesses.stop(directory, progress);
            directory.deleteData();
        }
    }

    /**
     * Returns when all services are ready and the demo data is loaded. Call this method once. Call {@link #close} even
     * if this method throws an exception.
     */
    public void start() {
        startup.checkPackaged();
        lockDirectory();
        startup.checkPorts();
        startWatchdog();
        startup.startAll();
    }

    /**
     * Records the class caches that are missing, beside the running system. Returns at once; {@link #close} ends it.
     */
    public void recordClassCaches() {
        startup.recordClassCaches();
    }

    /**
     * Waits until a part ends without a request to stop, and returns its failure. Returns an empty value if the system
     * is closed.
     */
    public Optional<PartFailed> awaitPartFailure() throws InterruptedException {
        while (!closing) {
            Optional<Part> ended = parts.firstEnded();
            if (ended.isPresent() && !closing) {
                return ended.map(Part::failure);
            }
            Thread.sleep(WATCH_MILLIS);
        }
        return Optional.empty();
    }

    /** Stops one service and leaves the others running. The name of a service is the name of its Maven module. */
    public void stop(String service) {
        parts.release(service).stop();
    }

    /** Kills a part without a request to stop, as a crash would, and leaves the others running. */
    public void kill(String part) {
        Processes.kill(parts.release(part).process());
    }

    /** Starts a part that was stopped or killed. Returns when the part is ready. */
    public void start(String part) throws InterruptedException {
        startup.start(part);
    }

    /** The process of a part. For a store, the first process, from which the store's other processes descend. */
    public ProcessHandle process(String part) {
        return parts.named(part).process();
    }

    /** The URL of the gateway, the only address that clients use. */
    public String gatewayUrl() {
        return settings.ports().url(Port.GATEWAY);
    }

    /** The HTTP URL of a port of the system. */
    public String url(Port port) {
        return settings.ports().url(port);
    }

    /** Connects to the database as its administrator. */
    public Connection connectAsAdmin() throws SQLException {
        return parts.running(PostgresStore.class).connect();
    }

    /** Connects to the database as the user of the service that owns the schema. */
    public Connection connectAs(String schema) throws SQLException {
        return DriverManager.getConnection(
                parts.running(PostgresStore.class).url(), schema + "_service", startup.databasePassword(schema));
    }

    /** The operator credential, which a request to a management port carries in {@code X-Service-Credential}. */
    public String operatorCredential() {
        return startup.operatorCredential();
    }

    public boolean isClosing() {
        return closing;
    }

    /** Stops the system. A concurrent second call waits until the first one returns. */
    @Override
    public void close() {
        closing = true;
        stopOnce();
    }

    private synchronized void lockDirectory() {
        refuseWhenClosing();
        lock = RunLock.of(settings.directory());
        StaleProcesses.stop(settings.directory(), progress);
    }

    private synchronized void startWatchdog() {
        refuseWhenClosing();
        watchdog = Watchdog.start(settings.directory(), Main.class.getName());
    }

    private void refuseWhenClosing() {
        if (closing) {
            throw new CancellationException("closed while starting");
        }
    }

    private synchronized void stopOnce() {
        if (lock == null) {
            return;
        }
        boolean hasParts = !parts.isEmpty();
        if (hasParts) {
            progress.line("Stopping the gateway, the services, the stores.");
        }
        tasks.close();
        parts.stop();
        startup.closeInbox();
        // A store whose start was interrupted is not among the parts yet.
        StaleProcesses.stop(settings.directory(), progress);
        if (watchdog != null) {
            watchdog.close();
        }
        lock.close();
        lock = null;
        if (hasParts) {
            progress.line("Haru is stopped.");
        }
    }
}
