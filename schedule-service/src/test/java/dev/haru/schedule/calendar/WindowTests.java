package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.haru.platform.problem.InvalidRequest;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WindowTests {

    /** The first and the last date are no bound, whatever their instants are. */
    @ParameterizedTest
    @ValueSource(strings = {"UTC", "Asia/Seoul", "America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago"})
    void firstAndLastDateAreNoBoundInEachZone(ZoneId zone) {
        assertThat(Window.of("1970-01-01", "2200-01-01", zone).isUnbounded()).isTrue();
        assertThat(Window.of("1970-01-01", null, zone).isUnbounded()).isTrue();
        assertThat(Window.of(null, "2200-01-01", zone).isUnbounded()).isTrue();
        assertThat(Window.of("1970-01-01T00:00:00Z", "2200-01-01T00:00:00Z", zone)
                        .isUnbounded())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTC", "Asia/Seoul", "America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago"})
    void datesBeyondTheCalendarAreRefusedInEachZone(ZoneId zone) {
        for (String from :
                new String[] {"1969-12-31", "2200-01-01", "2200-01-02", "1969-12-31T23:59:59Z", "2200-01-01T00:00:00Z"
                }) {
            assertThatThrownBy(() -> Window.of(from, null, zone)).as(from).isInstanceOf(InvalidRequest.class);
            assertThatThrownBy(() -> Window.bound("updatedSince", from, zone))
                    .as(from)
                    .isInstanceOf(InvalidRequest.class);
        }
        for (String to :
                new String[] {"1970-01-01", "1969-12-31", "2200-01-02", "1970-01-01T00:00:00Z", "2200-01-01T00:00:01Z"
                }) {
            assertThatThrownBy(() -> Window.of(null, to, zone)).as(to).isInstanceOf(InvalidRequest.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Asia/Seoul, 1969-12-31T15:00:00Z, 2199-12-31T15:00:00Z",
        "America/New_York, 1970-01-01T05:00:00Z, 2200-01-01T05:00:00Z"
    })
    void boundedWindowBeginsAndEndsWithTheDays(ZoneId zone, Instant first, Instant end) {
        assertThat(Window.bounded("1970-01-01", "1970-01-02", zone).from()).isEqualTo(first);
        assertThat(Window.bounded("2199-12-31", "2200-01-01", zone).to()).isEqualTo(end);
        assertThat(Window.bound("updatedSince", "1970-01-01", zone)).isEqualTo(first);
    }
}
