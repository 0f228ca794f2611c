package dev.haru.latency.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.doctor.Checkup.Hop;
import dev.haru.latency.doctor.Finding.What;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CallDiagnosisTests {

    private static final Endpoint ENDPOINT = new Endpoint("member-service", "GET /members");
    private static final UnansweredCall CALL =
            new UnansweredCall("schedule-service", "to unknown service", ENDPOINT.route());

    private final CallGraph calls = new CallGraph();
    private final Hops hops = new Hops();

    @Test
    void newTraceOfACalledEndpointIsBrokenPropagation() {
        calls.addCall("schedule-service", ENDPOINT);
        calls.add(new TopSpan(ENDPOINT, false, Set.of("member-service")));

        assertThat(diagnosis().findings()).extracting(Finding::what).containsExactly(What.BROKEN_PROPAGATION);
        assertThat(hops.list()).containsExactly(new Hop("schedule-service", "member-service", 0, 0, 1));
    }

    @Test
    void orphanWithoutItsCallerInTheTraceIsUnsampled() {
        calls.addCall("schedule-service", ENDPOINT);
        calls.add(new TopSpan(ENDPOINT, true, Set.of("member-service")));

        assertThat(diagnosis().findings()).extracting(Finding::what).containsExactly(What.UNSAMPLED_PARENT);
    }

    @Test
    void orphanWithItsCallerInTheTraceIsALostSpan() {
        calls.addCall("schedule-service", ENDPOINT);
        calls.add(new TopSpan(ENDPOINT, true, Set.of("member-service", "schedule-service")));

        assertThat(diagnosis().findings()).extracting(Finding::what).containsExactly(What.LOST_SPAN);
    }

    @Test
    void orphanOfAnEndpointWithoutCallersContinuesAClientsTrace() {
        calls.add(new TopSpan(ENDPOINT, true, Set.of("member-service")));
        calls.add(new TopSpan(ENDPOINT, false, Set.of("member-service")));

        CallDiagnosis diagnosis = diagnosis();
        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.continued()).isEqualTo(1);
    }

    @Test
    void unansweredCallToATracedEndpointIsBrokenPropagation() {
        calls.addCall("gateway", ENDPOINT);
        calls.add(CALL);

        assertThat(diagnosis().findings()).extracting(Finding::what).containsExactly(What.BROKEN_PROPAGATION);
        assertThat(hops.list()).containsExactly(new Hop("schedule-service", "member-service", 0, 1, 0));
    }

    @Test
    void unansweredCallToAnUntracedEndpointNamesNoServer() {
        calls.add(CALL);

        assertThat(diagnosis().findings()).extracting(Finding::what).containsExactly(What.UNANSWERED_CALL);
        assertThat(hops.list()).isEmpty();
    }

    private CallDiagnosis diagnosis() {
        return new CallDiagnosis(calls, hops);
    }
}
