package dev.haru.platform.precondition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.problem.InvalidRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IfMatchTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"3\"",
                " \"3\" ",
                "\"2\", \"3\"",
                "\"2\",\"3\"",
                "*",
                "W/\"2\" , \"3\"",
                "\"a,b\", \"3\"",
                "\"3\",",
                ",\"2\", ,\"3\""
            })
    void headerWithTheVersionMatches(String header) {
        assertThat(IfMatch.parse(header).accepts(3)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"2\"", "W/\"3\"", "\"\"", "\"03\"", "\"3_or_so\"", "\"*\"", "\"a,\", \"b\""})
    void headerWithAnotherOrAWeakTagDoesNotMatch(String header) {
        assertThat(IfMatch.parse(header).accepts(3)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "3", "\"3", "3\"", "\"3\" \"4\"", ",", "\"3\",x", "w/\"3\"", "*, \"3\"", "\"a b\"", "'3'"})
    void malformedHeaderIsRefused(String header) {
        assertThatExceptionOfType(InvalidRequest.class)
                .isThrownBy(() -> IfMatch.parse(header))
                .satisfies(refusal ->
                        assertThat(refusal.getBody().getProperties()).asString().contains("field=If-Match"));
    }

    @Test
    void missingHeaderMatchesEveryVersion() {
        assertThat(IfMatch.parseOptional(null).accepts(3)).isTrue();
    }

    @Test
    @Timeout(30) // seconds: longer than a pause of the machine; exponential backtracking would never end
    void longMalformedHeaderIsRefusedQuickly() {
        for (String header : new String[] {"\"1\",".repeat(4_000) + "x", "\"3\"" + " ,".repeat(8_000) + "x"}) {
            assertThatExceptionOfType(InvalidRequest.class).isThrownBy(() -> IfMatch.parse(header));
        }
    }
}
