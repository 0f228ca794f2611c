package dev.haru.systemtests.chaos;

import dev.haru.local.process.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs virtual users for a long time. Checks that the resources of the processes and the rows of the frequently used
 * tables stop growing.
 */
final class Soak {

    /** The number of samples. The first third is warm-up. */
    private static final int SAMPLES = 12;

    private final SystemUnderTest target;
    private final Progress progress;

    public Soak(SystemUnderTest target) {
        this.target = target;
        this.progress = target.progress();
    }

    /** Returns true if no call failed and no resource has grown since the first third. */
    public boolean run(Duration lasts) throws Exception {
        List<Sample> samples = new ArrayList<>();
        List<Call> calls;
        try (LoadGenerator load = target.startLoad(lasts.toSeconds() + 60 + "s", Map.of("TIDY", "1"))) {
            progress.line("Virtual users send requests for %d min.\n\n%s".formatted(lasts.toMinutes(), Sample.HEADER));
            Instant begin = Instant.now();
            for (int i = 1; i <= SAMPLES; i++) {
                Instant next = begin.plus(lasts.multipliedBy(i).dividedBy(SAMPLES));
                Thread.sleep(Math.max(0, Duration.between(Instant.now(), next).toMillis()));
                Sample sample = Sample.at(
                        target.system(),
                        Duration.between(begin, Instant.now()),
                        load.calls().size());
                samples.add(sample);
                progress.line(sample.row());
            }
            calls = load.stop();
        }
        return isPassed(samples, calls);
    }

    private boolean isPassed(List<Sample> samples, List<Call> calls) {
        Sample early = samples.get(SAMPLES / 3);
        Sample late = samples.getLast();
        progress.line("\n" + ResourceSnapshot.table(early.resources(), late.resources()));
        List<String> grown = new ArrayList<>(late.resources().grownSince(early.resources()));
        grown.addAll(late.rows().grownSince(early.rows()));
        long failed = failed(calls);
        progress.line("%d calls, %d failed.".formatted(calls.size(), failed));
        grown.forEach(progress::line);
        if (grown.isEmpty()) {
            progress.line("No resource has grown since the first third of the run.");
        }
        return grown.isEmpty() && failed == 0;
    }

    /**
     * Counts a call at the schedule limit as failed. These virtual users delete their schedules, so the limit means
     * that a deletion had no effect.
     */
    static long failed(List<Call> calls) {
        return calls.stream()
                .filter(call -> call.failed() || call.reachedScheduleLimit())
                .count();
    }
}
