package dev.haru.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The trace of a request. */
@ThingServiceTest
class TraceIdTests {

    @Autowired
    private MockMvcTester http;

    @Test
    void traceOfTheRequestIsContinued() {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";

        MvcTestResult answer = http.get()
                .uri("/open/trace")
                .header("traceparent", "00-" + trace + "-00f067aa0ba902b7-01")
                .exchange();

        assertThat(answer).hasHeader("X-Trace-Id", trace);
        assertThat(answer).bodyJson().extractingPath("$").isEqualTo(trace + " " + trace);
    }

    @ParameterizedTest
    @CsvSource({"''", "garbage", "00-00000000000000000000000000000000-00f067aa0ba902b7-01"})
    void requestWithoutAValidTraceStartsOne(String traceparent) {
        MvcTestResult answer =
                http.get().uri("/open/trace").header("traceparent", traceparent).exchange();

        String trace = answer.getResponse().getHeader("X-Trace-Id");
        assertThat(trace).matches("[0-9a-f]{32}").isNotEqualTo("0".repeat(32));
        assertThat(answer).bodyJson().extractingPath("$").isEqualTo(trace + " " + trace);
    }
}
