package dev.haru.local;

import dev.haru.local.fault.Chaos;
import dev.haru.local.fault.Hops;
import dev.haru.local.fault.Soak;
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

/** Starts a system of its own, on new data and free ports, for {@link Chaos} or {@link Soak}, and ends it. */
final class FaultsCommand {

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
                given.startLimit());
    }

    /** The exit code: 0 when all is as it should be. */
    int chaos() {
        try (Hops hops = Hops.to(settings.ports())) {
            return within(
                    hops.detours(settings.ports()),
                    system -> new Chaos(
                                    system,
                                    progress,
                                    settings.repository(),
                                    settings.directory().root())
                            .run(hops));
        }
    }

    /** For {@code DURATION}, as in 10m. */
    int soak(Map<String, String> environment) {
        Duration lasts = duration(environment.getOrDefault("DURATION", ""));
        return within(
                settings.ports(),
                system -> new Soak(
                                system,
                                progress,
                                settings.repository(),
                                settings.directory().root())
                        .run(lasts));
    }

    private int within(Ports ports, Trial trial) {
        forgetData();
        try (HaruSystem system = new HaruSystem(settings.with(ports), progress)) {
            Runtime.getRuntime().addShutdownHook(new Thread(system::close, "stop"));
            system.start();
            return trial.isPassed(system) ? 0 : 1;
        } catch (PartFailed failure) {
            err.println(failure.getMessage());
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void forgetData() {
        try (RunLock _ = RunLock.of(settings.directory())) {
            Leftovers.stop(settings.directory(), progress);
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
        throw new Refusal("DURATION=%s is not understood: give 2m or more, such as 30m or 2h.".formatted(text));
    }

    private interface Trial {
        boolean isPassed(HaruSystem system) throws Exception;
    }
}
