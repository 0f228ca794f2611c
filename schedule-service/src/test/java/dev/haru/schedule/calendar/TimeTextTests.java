package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTests {

    /** Their instants lie within the supported time in some time zone, so a list may contain them. */
    @ParameterizedTest
    @ValueSource(strings = {"1969-12-31T14:00:00", "2200-01-01T13:00:00"})
    void localTimesOfSupportedInstantsAreRead(String text) {
        assertThat(TimeText.parse(text, TimeForm.ZONED).map(TimeText::local)).contains(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1969-12-30T23:59:59", "2200-01-02T00:00:00", "+999999999-12-31T23:59", "2026-02-30T09:00"})
    void otherLocalTimesAreNot(String text) {
        assertThat(TimeText.parse(text, TimeForm.ZONED)).isEmpty();
    }

    @Test
    void startsHaveMicroseconds() {
        assertThat(TimeText.parse("2026-11-23T09:00:00.123456789", TimeForm.FLOATING))
                .contains(LocalDateTime.parse("2026-11-23T09:00:00.123456"));
    }
}
