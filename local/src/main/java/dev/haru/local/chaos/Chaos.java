package dev.haru.local.chaos;

import dev.haru.local.HaruSystem;
import dev.haru.local.process.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One fault after the other in a system under visitors, and a table of what they noticed. */
public final class Chaos {

    private static final Duration WARM = Duration.ofSeconds(30);

    /** Answered and without a failure for so long, it has recovered. */
    private static final Duration CALM = Duration.ofSeconds(6);

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** An announcement whose delivery failed is tried again within this time. */
    private static final Duration SETTLED = Duration.ofSeconds(60);

    /** Visitors come for as long as this, if nobody ends them before. */
    private static final String LONGEST = "2h";

    private static final long POLL_MILLIS = 250;

    private final Stage stage;
    private final HaruSystem system;
    private final Progress progress;

    public Chaos(Stage stage) {
        this.stage = stage;
        this.system = stage.system();
        this.progress = stage.progress();
    }

    /** Whether nothing acknowledged was lost, and everything recovered and came back to normal. */
    public boolean run(Proxies proxies) throws Exception {
        Durability.asInProduction(system);
        ResourceSnapshot before;
        ResourceSnapshot after;
        List<Outcome> outcomes = new ArrayList<>();
        List<Call> calls;
        try (LoadGenerator visitors = stage.visitors(LONGEST, Map.of())) {
            progress.line("Virtual users send requests, for %d s without a fault.".formatted(WARM.toSeconds()));
            Thread.sleep(WARM);
            before = ResourceSnapshot.take(system);
            for (Fault fault : new Faults(system, proxies.byPort()).all()) {
                progress.line(fault.name());
                outcomes.add(suffer(fault, visitors));
            }
            Thread.sleep(WARM);
            after = ResourceSnapshot.take(system);
            calls = visitors.end();
        }
        List<Call> lost = settled(calls);
        progress.line("\n" + Outcome.HEADER);
        outcomes.forEach(outcome -> progress.line(outcome.row(lost)));
        long written = calls.stream().filter(call -> call.written().isPresent()).count();
        progress.line("\n%d of %d acknowledged writes lost.\n".formatted(lost.size(), written));
        progress.line(ResourceSnapshot.table(before, after));
        return isGood(outcomes, lost, before, after);
    }

    private boolean isGood(List<Outcome> outcomes, List<Call> lost, ResourceSnapshot before, ResourceSnapshot after) {
        List<String> bad = new ArrayList<>(after.grownSince(before));
        outcomes.stream()
                .filter(outcome -> !outcome.recovered())
                .forEach(outcome -> bad.add(outcome.fault().name() + ": not recovered"));
        lost.forEach(call -> bad.add("lost: " + call));
        bad.forEach(progress::line);
        return bad.isEmpty();
    }

    private static Outcome suffer(Fault fault, LoadGenerator visitors) throws Exception {
        Instant begin = Instant.now();
        fault.begin().run();
        Thread.sleep(fault.lasts());
        fault.end().run();
        Instant mended = Instant.now();
        Instant now = mended;
        boolean calm = false;
        while (!calm && Duration.between(mended, now).compareTo(PATIENCE) < 0) {
            Thread.sleep(POLL_MILLIS);
            now = Instant.now();
            calm = isCalm(visitors.calls(mended, now), mended, now);
        }
        return new Outcome(fault, begin, mended, now, visitors.calls(begin, now), calm);
    }

    /** Silence is no calm: somebody must have been answered well. */
    static boolean isCalm(List<Call> calls, Instant mended, Instant now) {
        Instant since = now.minus(CALM);
        List<Call> latest =
                calls.stream().filter(call -> !call.at().isBefore(since)).toList();
        return !since.isBefore(mended) && !latest.isEmpty() && latest.stream().noneMatch(Call::failed);
    }

    /** What is still missing when there was time for everything to arrive. */
    private List<Call> settled(List<Call> calls) throws Exception {
        AcknowledgedWrites ledger = new AcknowledgedWrites(system);
        Instant end = Instant.now().plus(SETTLED);
        List<Call> lost = ledger.lost(calls);
        while (!lost.isEmpty() && Instant.now().isBefore(end)) {
            Thread.sleep(POLL_MILLIS);
            lost = ledger.lost(calls);
        }
        return lost;
    }
}
