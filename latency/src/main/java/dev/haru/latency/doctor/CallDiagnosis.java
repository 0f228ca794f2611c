package dev.haru.latency.doctor;

import dev.haru.latency.doctor.Finding.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finds the reason why one side of a call is missing. Complete calls show which services call an endpoint. For an
 * incomplete call, this knowledge shows what is missing.
 */
final class CallDiagnosis {

    private final CallGraph calls;
    private final Hops hops;
    private final List<Finding> findings = new ArrayList<>();
    private long continued;

    /** Counts the missing sides of calls in {@code hops}. */
    CallDiagnosis(CallGraph calls, Hops hops) {
        this.calls = calls;
        this.hops = hops;
        calls.forEachTop(this::examine);
        calls.forEachUnanswered(this::examine);
    }

    List<Finding> findings() {
        return findings;
    }

    /** Returns the number of traces that continue a trace of a client. */
    long continued() {
        return continued;
    }

    private void examine(TopSpan top, long count) {
        Set<String> callers = calls.callersOf(top.endpoint());
        if (callers.isEmpty()) {
            continued += top.named() ? count : 0;
            return;
        }
        callers.forEach(caller -> hops.addOrphans(caller, top.endpoint().service(), count));
        String by = String.join(" or ", callers.stream().sorted().toList());
        if (!top.named()) {
            add(
                    What.BROKEN_PROPAGATION,
                    top,
                    count,
                    "the service began a new trace although " + by + " calls the service: traceparent did not arrive");
        } else if (top.present().stream().noneMatch(callers::contains)) {
            add(
                    What.UNSAMPLED_PARENT,
                    top,
                    count,
                    "the span has a parent, but the trace has no span of " + by
                            + ": not sampled there, not exported, or another client called");
        } else {
            add(
                    What.LOST_SPAN,
                    top,
                    count,
                    "the client span of " + by + " is missing, other spans of it exist: dropped, or not yet ended");
        }
    }

    private void add(What what, TopSpan top, long count, String meaning) {
        findings.add(new Finding(what, top.endpoint().toString(), count, meaning));
    }

    private void examine(UnansweredCall call, long count) {
        Set<String> servers = calls.serversOf(call);
        servers.forEach(server -> hops.addUnanswered(call.caller(), server, count));
        findings.add(new Finding(
                servers.isEmpty() ? What.UNANSWERED_CALL : What.BROKEN_PROPAGATION,
                call.caller() + " " + call.name() + " " + call.address(),
                count,
                servers.isEmpty()
                        ? "the call succeeded, but the server has no span: it is not traced"
                        : "the call succeeded, but its server span is not below the client span: traceparent did not "
                                + "arrive, or the span is lost"));
    }
}
