package dev.haru.latency.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RejectionThresholdTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ot=th:0                              | 1       | ot=th:0
        ot=th:8                              | 2       | ot=th:8
        ot=th:c                              | 4       | ot=th:c
        ot=th:fd70a4                         | 100     | ot=th:fd70a4
        ot=th:08                             | 1.03226 | ot=th:08
        ot=th:80000000000000                 | 2       | ot=th:8
        ot=rv:6e6d1a75832a2f;th:c            | 4       | ot=th:c
        ot=th:c;rv:6e6d1a75832a2f;xx:y       | 4       | ot=th:c
        rojo=00f067aa0ba902b7,ot=th:c        | 4       | ot=th:c
        'rojo=th:8 , ot=th:c , congo=1'      | 4       | ot=th:c
        """)
    void adjustedCountIsTheInverseOfTheProbability(String tracestate, double count, String shortest) {
        RejectionThreshold threshold = RejectionThreshold.in(tracestate).orElseThrow();

        assertThat(threshold.adjustedCount()).isCloseTo(count, within(count * 1e-5));
        assertThat(threshold.tracestate()).isEqualTo(shortest);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ot=",
                "ot=rv:6e6d1a75832a2f",
                "ot=th:",
                "ot=th:g",
                "ot=th:C",
                "ot=th:-1",
                "ot=th:123456789abcdef",
                "ot=th:8 0",
                "ot=xth:8",
                "ot=th;8",
                "xot=th:8",
                "rojo=th:8",
                "th:8"
            })
    void invalidOrMissingThresholdIsIgnored(String tracestate) {
        assertThat(RejectionThreshold.in(tracestate)).isEmpty();
    }

    @Test
    void largestThresholdKeepsOneOfAllRandomValues() {
        assertThat(RejectionThreshold.in("ot=th:ffffffffffffff").orElseThrow().adjustedCount())
                .isEqualTo(Math.pow(2, 56));
    }
}
