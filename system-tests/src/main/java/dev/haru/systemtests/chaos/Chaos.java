package dev.haru.systemtests.chaos;

import dev.haru.local.HaruSystem;
import dev.haru.local.process.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Injects one fault after the other while virtual users send requests. Prints a table of the failures that the virtual
 * users saw.
 */
final class Chaos {

    private static final Duration WARM_UP = Duration.ofSeconds(30);

    /** The system has recovered if, for this long, it answers calls and no call fails. */
    private static final Duration RECOVERY_INTERVAL = Duration.ofSeconds(6);

    private static final Duration RECOVERY_LIMIT = Duration.ofSeconds(60);

    /** The load generator runs for at most this long. */
    private static final String MAXIMUM_DURATION = "2h";

    private static final long POLL_MILLIS = 250;

    private final SystemUnderTest target;
    private final HaruSystem system;
    private final Progress progress;
    private final String part;

    /** @param part a part of the names of the faults to inject; empty: all faults */
    Chaos(SystemUnderTest target, String part) {
        this.target = target;
        this.part = part;
        this.system = target.system();
        this.progress = target.progress();
    }

    /**
     * Returns true if no acknowledged write was lost, the system recovered from every fault, each fault met its
     * expectation, and no resource has grown.
     */
    boolean run(Proxies proxies) throws Exception {
        List<Fault> faults = new Faults(system, proxies.byPort()).named(part);
        Durability.asInProduction(system);
        ResourceSnapshot before;
        ResourceSnapshot after;
        List<Outcome> outcomes = new ArrayList<>();
        List<Call> calls;
        try (LoadGenerator load = target.startLoad(MAXIMUM_DURATION, Map.of())) {
            progress.line("Virtual users send requests, for %d s without a fault.".formatted(WARM_UP.toSeconds()));
            Thread.sleep(WARM_UP);
            before = ResourceSnapshot.take(system);
            for (Fault fault : faults) {
                progress.line(fault.name());
                outcomes.add(inject(fault, load));
            }
            Thread.sleep(WARM_UP);
            after = ResourceSnapshot.take(system);
            calls = load.stop();
        }
        List<Call> lost = new AcknowledgedWrites(system).lostAfterDelivery(calls);
        progress.line("\n" + Outcome.HEADER);
        outcomes.forEach(outcome -> progress.line(outcome.row(lost)));
        long written = calls.stream().filter(call -> call.written().isPresent()).count();
        progress.line("\n%d of %d acknowledged writes lost.\n".formatted(lost.size(), written));
        progress.line(ResourceSnapshot.table(before, after));
        return isPassed(outcomes, lost, before, after);
    }

    private boolean isPassed(List<Outcome> outcomes, List<Call> lost, ResourceSnapshot before, ResourceSnapshot after) {
        List<String> problems = new ArrayList<>(after.grownSince(before));
        outcomes.forEach(outcome -> problems.addAll(outcome.problems()));
        lost.forEach(call -> problems.add("lost: " + call));
        problems.forEach(progress::line);
        return problems.isEmpty();
    }

    private static Outcome inject(Fault fault, LoadGenerator load) throws Exception {
        Instant begin = Instant.now();
        fault.begin().run();
        Thread.sleep(fault.lasts());
        List<String> violations =
                new ArrayList<>(fault.expectation().violatedBeforeTheEnd(load.calls(begin, Instant.now())));
        fault.end().run();
        Instant end = Instant.now();
        Instant now = end;
        boolean recovered = false;
        while (!recovered && Duration.between(end, now).compareTo(RECOVERY_LIMIT) < 0) {
            Thread.sleep(POLL_MILLIS);
            now = Instant.now();
            recovered = isRecovered(load.calls(end, now), end, now);
        }
        violations.addAll(fault.expectation().violatedAfterTheEnd());
        return new Outcome(fault, begin, end, now, load.calls(begin, now), recovered, violations);
    }

    /** Whether the last calls all succeeded. An interval without calls does not count as recovered. */
    static boolean isRecovered(List<Call> calls, Instant end, Instant now) {
        Instant since = now.minus(RECOVERY_INTERVAL);
        List<Call> latest =
                calls.stream().filter(call -> !call.at().isBefore(since)).toList();
        return !since.isBefore(end) && !latest.isEmpty() && latest.stream().noneMatch(Call::failed);
    }
}
