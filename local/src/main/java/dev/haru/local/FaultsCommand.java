package dev.haru.local;

import dev.haru.local.chaos.Chaos;
import dev.haru.local.chaos.Proxies;
import dev.haru.local.chaos.Soak;
import dev.haru.local.chaos.Stage;
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

/** Starts a system of its own, on new data and free ports, for {@link Chaos} or {@link Soak}, and ends it. */
final class FaultsCommand {

    private static final int FAILED = 1;
    private static final long END_SECONDS = 60;
    private static final String STANDARD_SOAK = "30m";
    private static final Duration SHORTEST = Duration.ofMinutes(2);

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

    /** The exit code: 0 when all is as it should be. */
    int chaos() {
        try (Proxies proxies = Proxies.to(settings.ports())) {
            return within(proxies.detours(), stage -> new Chaos(stage).run(proxies));
        }
    }

    /** For {@code DURATION}, as in 10m. */
    int soak(Map<String, String> environment) {
        Duration lasts = duration(environment.getOrDefault("DURATION", ""));
        return within(Map.of(), stage -> new Soak(stage).run(lasts));
    }

    private int within(Map<Hop, String> detours, Trial trial) {
        forgetData();
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
        try (HaruSystem system = new HaruSystem(settings.with(detours), progress)) {
            system.start();
            Stage stage = new Stage(
                    system,
                    progress,
                    settings.repository(),
                    settings.directory().root());
            return trial.isPassed(stage) ? 0 : FAILED;
        } catch (Exception failure) {
            return told(failure, signalled.get());
        } finally {
            ended.countDown();
        }
    }

    /** What a signal broke off is no failure of a part. */
    private int told(Exception failure, boolean signalled) {
        if (!signalled) {
            if (!(failure instanceof PartFailed)) {
                throw new IllegalStateException(failure);
            }
            err.println(failure.getMessage());
        }
        return FAILED;
    }

    /** Until everything is stopped, k6 too. */
    private static void await(CountDownLatch ended) {
        try {
            boolean _ = ended.await(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forgetData() {
        try (RunLock _ = RunLock.of(settings.directory())) {
            StaleProcesses.stop(settings.directory(), progress);
            settings.directory().forgetData();
        }
    }

    static Duration duration(String text) {
        String wanted = text.isBlank() ? STANDARD_SOAK : text.strip();
        try {
            Duration duration = Duration.parse("PT" + wanted.toUpperCase(Locale.ROOT));
            if (duration.compareTo(SHORTEST) >= 0) {
                return duration;
            }
        } catch (DateTimeParseException e) {
            // told below, like one that is too short
        }
        throw new Refusal("DURATION=%s is not valid: set 2m or more, such as 30m or 2h.".formatted(text));
    }

    private interface Trial {
        boolean isPassed(Stage stage) throws Exception;
    }
}
