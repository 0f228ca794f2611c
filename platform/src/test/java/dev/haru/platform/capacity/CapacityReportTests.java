package dev.haru.platform.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class CapacityReportTests {

    @Test
    void reportIsParsedFromItsHeader() {
        CapacityReport report = new CapacityReport("k3v9", 12);

        assertThat(CapacityReport.parse(report.header())).hasValue(report);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "12", "k3v9", "k3v9 ", "k3v9 -1", "k3v9 1.5", "k3v9 9999999999", "k3v9 1 2", "k_9 1"})
    void malformedHeaderIsEmpty(String header) {
        assertThat(CapacityReport.parse(header)).isEmpty();
    }

    @Test
    void longHeaderIsEmpty() {
        assertThat(CapacityReport.parse("k".repeat(65) + " 1")).isEmpty();
    }
}
