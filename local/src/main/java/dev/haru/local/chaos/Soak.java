package dev.haru.local.chaos;

import dev.haru.local.process.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Visitors for long, and whether what the processes and the hot tables hold levels off. */
public final class Soak {

    /** So many looks, of which the first third is warming up. */
    private static final int LOOKS = 12;

    private final Stage stage;
    private final Progress progress;

    public Soak(Stage stage) {
        this.stage = stage;
        this.progress = stage.progress();
    }

    /** Whether no call failed and nothing has grown since the first third. */
    public boolean run(Duration lasts) throws Exception {
        List<Sample> looks = new ArrayList<>();
        List<Call> calls;
        try (LoadGenerator visitors = stage.visitors(lasts.toSeconds() + 60 + "s", Map.of("TIDY", "1"))) {
            progress.line("Virtual users send requests for %d min.\n\n%s".formatted(lasts.toMinutes(), Sample.HEADER));
            Instant begin = Instant.now();
            for (int i = 1; i <= LOOKS; i++) {
                Instant next = begin.plus(lasts.multipliedBy(i).dividedBy(LOOKS));
                Thread.sleep(Math.max(0, Duration.between(Instant.now(), next).toMillis()));
                Sample look = Sample.at(
                        stage.system(),
                        Duration.between(begin, Instant.now()),
                        visitors.calls().size());
                looks.add(look);
                progress.line(look.row());
            }
            calls = visitors.end();
        }
        return isGood(looks, calls);
    }

    private boolean isGood(List<Sample> looks, List<Call> calls) {
        Sample early = looks.get(LOOKS / 3);
        Sample late = looks.getLast();
        progress.line("\n" + ResourceSnapshot.table(early.census(), late.census()));
        List<String> grown = new ArrayList<>(late.census().grownSince(early.census()));
        grown.addAll(late.rows().grownSince(early.rows()));
        long failed = failed(calls);
        progress.line("%d calls, %d failed.".formatted(calls.size(), failed));
        grown.forEach(progress::line);
        if (grown.isEmpty()) {
            progress.line("No resource has grown since the first third of the run.");
        }
        return grown.isEmpty() && failed == 0;
    }

    /** These visitors delete what they make: who comes to the limit has schedules that nobody should have. */
    static long failed(List<Call> calls) {
        return calls.stream()
                .filter(call -> call.failed() || call.cameToTheLimit())
                .count();
    }
}
