package dev.haru.systemtests.chaos;

import dev.haru.local.HaruSystem;
import dev.haru.local.Settings;
import dev.haru.local.port.Hop;
import dev.haru.local.port.Ports;
import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Progress;
import dev.haru.local.process.Refusal;
import dev.haru.local.process.RunDirectory;
import java.io.PrintStream;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Starts a separate system on new data and free ports, runs {@link Chaos} or {@link Soak} on it, and stops it.
 *
 * <p>Longer than 120 lines because it parses the options and also runs the system for both runs.
 */
public final class ChaosCommand {

    private static final int FAILED = 1;
    private static final long END_SECONDS = 60;
    private static final String DEFAULT_DURATION = "30m";
    private static final Duration MINIMUM_DURATION = Duration.ofMinutes(2);

    private final Settings given;
    private final RunDirectory directory;
    private final Ports ports = Ports.free();
    private final Progress progress;
    private final PrintStream err;

    /** Uses the repository and {@code SHORT_LIVED} of {@code given}, and a directory below its own. */
    public ChaosCommand(Settings given, PrintStream out, PrintStream err) {
        this.given = given;
        this.directory = new RunDirectory(given.directory().root().resolve("faults"));
        this.progress = new Progress(out);
        this.err = err;
    }

    /**
     * Runs the faults whose names contain the text in {@code FAULT}, by default all. Returns the exit code: 0 if
     * {@link Chaos} passes, 1 otherwise.
     */
    public int chaos(Map<String, String> environment) {
        String fault = environment.getOrDefault("FAULT", "").strip();
        try (Proxies proxies = Proxies.to(ports)) {
            return runTrial(proxies.urlByHop(), target -> new Chaos(target, fault).run(proxies));
        }
    }

    /** Runs {@link Soak} for the time in {@code DURATION}, such as 10m. Returns the exit code. */
    public int soak(Map<String, String> environment) {
        Duration lasts = duration(environment.getOrDefault("DURATION", ""));
        return runTrial(Map.of(), target -> new Soak(target).run(lasts));
    }

    private int runTrial(Map<Hop, String> proxyUrls, Trial trial) {
        HaruSystem.deleteData(directory, progress);
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
        try (HaruSystem system = new HaruSystem(settings(proxyUrls), progress)) {
            system.start();
            SystemUnderTest target = new SystemUnderTest(system, progress, given.repository(), directory.root());
            return trial.isPassed(target) ? 0 : FAILED;
        } catch (Exception failure) {
            return reportFailure(failure, signalled.get());
        } finally {
            ended.countDown();
        }
    }

    /** Prints the failure of a part. A signal also makes parts fail; such a failure is not printed. */
    private int reportFailure(Exception failure, boolean signalled) {
        if (signalled) {
            return FAILED;
        }
        switch (failure) {
            case Refusal refusal -> throw refusal;
            case PartFailed part -> err.println(part.getMessage());
            default -> throw new IllegalStateException(failure);
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

    private Settings settings(Map<Hop, String> proxyUrls) {
        return new Settings(given.repository(), directory, ports, true, 0, false, given.shortLived(), proxyUrls);
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
