package dev.haru.schedule.report;

import static dev.haru.schedule.report.Cadence.DAILY;
import static dev.haru.schedule.report.Cadence.WEEKLY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.schedule.report.Period.Stretch;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeriodTests {

    @ParameterizedTest
    @CsvSource(textBlock = """
            Asia/Seoul,       2026-11-21, 2026-11-20T15:00:00Z, 24
            Asia/Kathmandu,   2026-11-21, 2026-11-20T18:15:00Z, 24
            America/New_York, 2026-03-08, 2026-03-08T05:00:00Z, 23
            America/New_York, 2026-11-01, 2026-11-01T04:00:00Z, 25
            America/Santiago, 2026-09-06, 2026-09-06T04:00:00Z, 23
            Pacific/Apia,     2026-11-21, 2026-11-20T11:00:00Z, 24
            Pacific/Apia,     2011-12-29, 2011-12-29T10:00:00Z, 24
            Pacific/Apia,     2011-12-30, 2011-12-30T10:00:00Z, 0
            Pacific/Apia,     2011-12-31, 2011-12-30T10:00:00Z, 24
            """)
    void dayHasTheLengthOfItsZone(ZoneId zone, LocalDate date, Instant start, int hours) {
        Period day = new Period(DAILY, date, zone);

        assertThat(day.startAt()).isEqualTo(start);
        assertThat(Duration.between(day.startAt(), day.endAt())).isEqualTo(Duration.ofHours(hours));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            Asia/Seoul,       2026-11-16, 168
            America/New_York, 2026-03-02, 167
            America/New_York, 2026-10-26, 169
            Pacific/Apia,     2011-12-26, 144
            """)
    void weekHasTheLengthOfItsDays(ZoneId zone, LocalDate monday, int hours) {
        Period week = new Period(WEEKLY, monday, zone);

        assertThat(Duration.between(week.startAt(), week.endAt())).isEqualTo(Duration.ofHours(hours));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            DAILY,  Asia/Seoul,   2026-11-21, 2026-11-20
            DAILY,  Pacific/Apia, 2011-12-31, 2011-12-29
            DAILY,  Pacific/Apia, 2011-12-30, 2011-12-29
            WEEKLY, Asia/Seoul,   2026-11-16, 2026-11-09
            WEEKLY, Pacific/Apia, 2012-01-02, 2011-12-26
            """)
    void previousPeriodEndsAtTheStart(Cadence cadence, ZoneId zone, LocalDate start, LocalDate before) {
        Period period = new Period(cadence, start, zone);

        assertThat(period.before()).isEqualTo(new Period(cadence, before, zone));
        assertThat(period.before().endAt()).isEqualTo(period.startAt());
    }

    @Test
    void hourIsRepeatedWhenTheClockGoesBack() {
        List<Stretch> hours = new Period(DAILY, LocalDate.of(2026, 11, 1), ZoneId.of("America/New_York")).hours();

        assertThat(hours)
                .hasSize(25)
                .extracting(Stretch::hour)
                .startsWith(0, 1, 1, 2)
                .endsWith(23);
        assertThat(hours)
                .allSatisfy(hour -> assertThat(hour.until() - hour.from()).isEqualTo(3600));
    }

    @Test
    void hourIsMissingWhenTheClockGoesForward() {
        List<Stretch> hours = new Period(DAILY, LocalDate.of(2026, 3, 8), ZoneId.of("America/New_York")).hours();

        assertThat(hours)
                .hasSize(23)
                .extracting(Stretch::hour)
                .startsWith(0, 1, 3)
                .endsWith(23);
    }

    @Test
    void hourIsSplitByAClockChangeOfHalfAnHour() {
        List<Stretch> hours = new Period(DAILY, LocalDate.of(2026, 4, 5), ZoneId.of("Australia/Lord_Howe")).hours();

        // 02:00 becomes 01:30.
        assertThat(hours).extracting(Stretch::hour).startsWith(0, 1, 1, 2);
        assertThat(hours.get(2).until() - hours.get(2).from()).isEqualTo(1800);
        assertThat(hours.getLast().until())
                .isEqualTo(hours.getFirst().from()
                        + Duration.ofMinutes(24 * 60 + 30).toSeconds());
    }

    @Test
    void hoursStartAtTheQuarterOffsetOfTheZone() {
        List<Stretch> hours = new Period(DAILY, LocalDate.of(2026, 11, 21), ZoneId.of("Asia/Kathmandu")).hours();

        assertThat(hours).hasSize(24);
        assertThat(hours.get(9))
                .isEqualTo(new Stretch(
                        9,
                        Instant.parse("2026-11-21T03:15:00Z").getEpochSecond(),
                        Instant.parse("2026-11-21T04:15:00Z").getEpochSecond()));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            DAILY,  2026-11-21T14:59:59Z, 2026-10-21, 2026-11-21
            DAILY,  2026-11-21T15:00:00Z, 2026-10-22, 2026-11-22
            DAILY,  2026-03-30T15:00:00Z, 2026-02-28, 2026-03-31
            WEEKLY, 2026-11-22T14:59:59Z, 2026-W43,   2026-W47
            WEEKLY, 2026-11-22T15:00:00Z, 2026-W44,   2026-W48
            WEEKLY, 2026-12-31T15:00:00Z, 2026-W49,   2026-W53
            WEEKLY, 2027-01-03T15:00:00Z, 2026-W50,   2027-W01
            """)
    void windowCoversOneMonthOrFourWeeks(Cadence cadence, Instant now, String oldest, String current) {
        List<Period> window = cadence.window(cadence.at(now, ZoneId.of("Asia/Seoul")));

        assertThat(window.getFirst().name()).isEqualTo(oldest);
        assertThat(window.getLast().name()).isEqualTo(current);
        for (int i = 1; i < window.size(); i++) {
            assertThat(window.get(i).startAt()).isEqualTo(window.get(i - 1).endAt());
        }
        if (cadence == WEEKLY) {
            assertThat(window).hasSize(5);
        }
    }

    @Test
    void weekIsFormattedAsParsed() {
        assertThat(WEEKLY.parse("2026-W53")).isEqualTo(LocalDate.of(2026, 12, 28));
        assertThat(WEEKLY.name(LocalDate.of(2026, 12, 28))).isEqualTo("2026-W53");
        assertThat(WEEKLY.parse("2027-W01")).isEqualTo(LocalDate.of(2027, 1, 4));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-W54",
                "2025-W53",
                "2026-W00",
                "2026-W7",
                "2026-w47",
                "2026W47",
                "2026-47",
                "2026-W47-1",
                "W47",
                ""
            })
    void invalidWeekIsRefused(String text) {
        assertThatExceptionOfType(DateTimeException.class).isThrownBy(() -> WEEKLY.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-02-30", "2026-2-3", "2026-11-21T00:00:00Z", "21.11.2026", "today", ""})
    void invalidDayIsRefused(String text) {
        assertThatExceptionOfType(DateTimeException.class).isThrownBy(() -> DAILY.parse(text));
    }
}
