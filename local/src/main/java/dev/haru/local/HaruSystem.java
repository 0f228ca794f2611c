package dev.haru.local;

import dev.haru.local.port.Port;
import dev.haru.local.process.Part;
import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Processes;
import dev.haru.local.process.Progress;
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
 * The whole of Haru on this machine, two stores and four processes: started, watched and stopped together. Closing it
 * leaves no process, at whatever point the start is.
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

    /** Returns when everything is ready and the demo data is there. To be called once; close it also when it throws. */
    public void start() {
        startup.checkPackaged();
        takeDirectory();
        startup.checkPorts();
        setWatchdog();
        startup.startAll();
    }

    /** Waits until a part dies by itself, or the system is closed, which is no death. */
    public Optional<PartFailed> awaitDeath() throws InterruptedException {
        while (!closing) {
            Optional<Part> dead = parts.firstDead();
            if (dead.isPresent() && !closing) {
                return dead.map(Part::death);
            }
            Thread.sleep(WATCH_MILLIS);
        }
        return Optional.empty();
    }

    /** Stops one service, named like its module, and leaves the others running. */
    public void stop(String service) {
        parts.release(service).stop();
    }

    /** Ends a part without a word to it, as a crash would, and leaves the others running. */
    public void kill(String part) {
        Processes.kill(parts.release(part).process());
    }

    /** Starts a part that was stopped or killed; returns when it is ready. */
    public void start(String part) throws InterruptedException {
        startup.start(part);
    }

    /** The process of a part; of a store the first one, the others descend from it. */
    public ProcessHandle process(String part) {
        return parts.named(part).process();
    }

    /** The one address that clients use. */
    public String gatewayUrl() {
        return settings.ports().url(Port.GATEWAY);
    }

    /** Where something of the system listens, as an http URL. */
    public String url(Port port) {
        return settings.ports().url(port);
    }

    /** A connection to the database as its administrator. */
    public Connection connectAsAdmin() throws SQLException {
        return parts.running(PostgresStore.class).connect();
    }

    /** A connection to the database as the user of a schema's service. */
    public Connection connectAs(String schema) throws SQLException {
        return DriverManager.getConnection(
                parts.running(PostgresStore.class).url(), schema + "_service", startup.databasePassword(schema));
    }

    /** What operators send in {@code X-Service-Credential} to a management port. */
    public String operatorCredential() {
        return startup.operatorCredential();
    }

    /** Whether {@link #close} was called. */
    public boolean isClosing() {
        return closing;
    }

    /** A second caller waits until the first is through. */
    @Override
    public void close() {
        closing = true;
        stopOnce();
    }

    private synchronized void takeDirectory() {
        refuseWhenClosing();
        lock = RunLock.of(settings.directory());
        StaleProcesses.stop(settings.directory(), progress);
    }

    private synchronized void setWatchdog() {
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
        boolean told = !parts.isEmpty();
        if (told) {
            progress.line("Stopping the gateway, the services, the stores.");
        }
        tasks.close();
        parts.stop();
        // A store that was interrupted while it started is no part yet.
        StaleProcesses.stop(settings.directory(), progress);
        if (watchdog != null) {
            watchdog.close();
        }
        lock.close();
        lock = null;
        if (told) {
            progress.line("Haru is stopped.");
        }
    }
}
