package dev.haru.local;

import dev.haru.local.chaos.Chaos;
import dev.haru.local.chaos.Proxies;
import dev.haru.local.chaos.Soak;
import dev.haru.local.chaos.SystemUnderTest;
import dev.haru.local.port.Hop;
import dev.haru.local.port.Ports;
import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Progress;
import dev.haru.local.process.Refusal;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.process.RunLock;
import java.io.PrintStream;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Starts a separate system on new data and free ports, runs {@link Chaos} or {@link Soak} on it, and stops it. */
final class FaultsCommand {

    private static final int FAILED = 1;
    private static final long END_SECONDS = 60;
    private static final String DEFAULT_DURATION = "30m";
    private static final Duration MINIMUM_DURATION = Duration.ofMinutes(2);

    private final Settings settings;
    private final Progress progress;
    private final PrintStream err;

    FaultsCommand(Settings given, PrintStream out, PrintStream err) {
        this.progress = new Progress(out);
        this.err = err;
        this.settings = new Settings(
                given.repository(),
                new RunDirectory(given.directory().root().resolve("faults")),
                Ports.free(),
                true,
                0,
                false,
                given.shortLived(),
                Map.of(),
                given.startLimit());
    }

    /** Runs all faults. Returns the exit code: 0 if {@link Chaos} passes, 1 otherwise. */
    int chaos() {
        try (Proxies proxies = Proxies.to(settings.ports())) {
            return runTrial(proxies.urlByHop(), target -> new Chaos(target).run(proxies));
        }
    }

    /** Runs {@link Soak} for the time in {@code DURATION}, such as 10m. Returns the exit code. */
    int soak(Map<String, String> environment) {
        Duration lasts = duration(environment.getOrDefault("DURATION", ""));
        return runTrial(Map.of(), target -> new Soak(target).run(lasts));
    }

    private int runTrial(Map<Hop, String> proxyUrls, Trial trial) {
        deleteData();
        CountDownLatch ended = new CountDownLatch(1);
        AtomicBoolean signalled = new AtomicBoolean();
        Thread worker = Thread.currentThread();
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            signalled.set(true);
                            worker.interrupt();
                            await(ended);
                        },
                        "stop"));
        try (HaruSystem system = new HaruSystem(settings.with(proxyUrls), progress)) {
            system.start();
            SystemUnderTest target = new SystemUnderTest(
                    system,
                    progress,
                    settings.repository(),
                    settings.directory().root());
            return trial.isPassed(target) ? 0 : FAILED;
        } catch (Exception failure) {
            return reportFailure(failure, signalled.get());
        } finally {
            ended.countDown();
        }
    }

    /** Prints the failure of a part. A signal also makes parts fail; such a failure is not printed. */
    private int reportFailure(Exception failure, boolean signalled) {
        if (!signalled) {
            if (!(failure instanceof PartFailed)) {
                throw new IllegalStateException(failure);
            }
            err.println(failure.getMessage());
        }
        return FAILED;
    }

    /** Waits until all processes have ended, k6 included. */
    private static void await(CountDownLatch ended) {
        try {
            boolean _ = ended.await(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void deleteData() {
        try (RunLock _ = RunLock.of(settings.directory())) {
            StaleProcesses.stop(settings.directory(), progress);
            settings.directory().deleteData();
        }
    }

    static Duration duration(String text) {
        String value = text.isBlank() ? DEFAULT_DURATION : text.strip();
        try {
            Duration duration = Duration.parse("PT" + value.toUpperCase(Locale.ROOT));
            if (duration.compareTo(MINIMUM_DURATION) >= 0) {
                return duration;
            }
        } catch (DateTimeParseException e) {
            // the refusal below also covers a text that is not a duration
        }
        throw new Refusal("DURATION=%s is not valid: set 2m or more, such as 30m or 2h.".formatted(text));
    }

    private interface Trial {
        boolean isPassed(SystemUnderTest target) throws Exception;
    }
}
