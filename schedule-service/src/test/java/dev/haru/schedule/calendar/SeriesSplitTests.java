package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.problem.InvalidRequest;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeriesSplitTests {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final LocalDateTime END = LocalDateTime.parse("2027-12-31T00:00");

    /** The head and the tail together have the starts of the whole series, and none twice. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            FREQ=DAILY;COUNT=10                     | ZONED    | 2026-10-20T09:00 | 2026-10-25T09:00
            FREQ=DAILY;COUNT=10                     | INSTANT  | 2026-10-20T09:00 | 2026-10-25T09:00
            FREQ=DAILY;COUNT=10                     | FLOATING | 2026-10-20T09:00 | 2026-10-25T09:00
            FREQ=DAILY;COUNT=10                     | DATES    | 2026-10-20T00:00 | 2026-10-25T00:00
            FREQ=DAILY;UNTIL=20270501T000000Z       | ZONED    | 2027-03-20T03:00 | 2027-03-28T03:00
            FREQ=DAILY;UNTIL=20270501T000000Z       | ZONED    | 2027-03-20T02:30 | 2027-03-28T02:30
            FREQ=DAILY;UNTIL=20271101T000000Z       | ZONED    | 2027-10-20T02:00 | 2027-10-31T02:00
            FREQ=DAILY;UNTIL=20271101T000000Z       | ZONED    | 2027-10-20T02:30 | 2027-10-31T02:30
            FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE      | ZONED    | 2026-11-02T09:00 | 2026-11-18T09:00
            FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1       | ZONED    | 2026-10-30T09:00 | 2026-12-25T09:00
            """)
    void bothPartsHaveTheStartsOfTheWhole(String rule, TimeForm form, LocalDateTime first, LocalDateTime start) {
        ScheduleTime time = time(form, first);
        Series whole = Series.of(rule, List.of(), List.of(first.plusDays(1)), time);
        SeriesSplit split = new SeriesSplit(whole, time, start);
        ScheduleTime later = time(form, start);

        List<LocalDateTime> parts = starts(split.head(), time);
        assertThat(parts).isNotEmpty().allMatch(before -> before.isBefore(start));
        List<LocalDateTime> tail = starts(split.tail(later), later);
        assertThat(tail).first().isEqualTo(start);
        parts.addAll(tail);
        assertThat(parts).isEqualTo(starts(whole, time));
    }

    @Test
    void datesMoveWithTheFirstOccurrence() {
        ScheduleTime time = time(TimeForm.ZONED, LocalDateTime.parse("2026-11-02T09:00"));
        Series whole = Series.of(
                "FREQ=WEEKLY;COUNT=6",
                List.of(LocalDateTime.parse("2026-12-03T12:00")),
                List.of(LocalDateTime.parse("2026-11-30T09:00")),
                time);
        ScheduleTime later = time(TimeForm.ZONED, LocalDateTime.parse("2026-11-16T11:00"));

        Series tail = new SeriesSplit(whole, time, LocalDateTime.parse("2026-11-16T09:00")).tail(later);

        assertThat(starts(tail, later))
                .extracting(LocalDateTime::toString)
                .containsExactly("2026-11-16T11:00", "2026-11-23T11:00", "2026-12-03T14:00", "2026-12-07T11:00");
    }

    @Test
    void datesOfATailOfWholeDaysAreMidnights() {
        ScheduleTime time = time(TimeForm.ZONED, LocalDateTime.parse("2026-11-02T09:00"));
        Series whole = Series.of(
                null,
                List.of(LocalDateTime.parse("2026-11-09T09:00"), LocalDateTime.parse("2026-11-16T12:00")),
                List.of(),
                time);
        ScheduleTime day = time(TimeForm.DATES, LocalDateTime.parse("2026-11-09T00:00"));

        assertThat(new SeriesSplit(whole, time, LocalDateTime.parse("2026-11-09T09:00"))
                        .tail(day)
                        .additional())
                .containsExactly(LocalDateTime.parse("2026-11-09T00:00"), LocalDateTime.parse("2026-11-16T00:00"));
    }

    @Test
    void datesThatWouldMoveBeyondTheCalendarAreRefused() {
        ScheduleTime time = time(TimeForm.ZONED, LocalDateTime.parse("2026-11-02T09:00"));
        LocalDateTime second = LocalDateTime.parse("2026-11-09T09:00");
        Series whole = Series.of(null, List.of(second, LocalDateTime.parse("2190-01-01T09:00")), List.of(), time);
        ScheduleTime late = time(TimeForm.ZONED, LocalDateTime.parse("2100-01-01T09:00"));

        assertThatExceptionOfType(InvalidRequest.class)
                .isThrownBy(() -> new SeriesSplit(whole, time, second).tail(late));
    }

    @Test
    void splitAtAnAdditionalDateNeedsARecurrence() {
        ScheduleTime time = time(TimeForm.ZONED, LocalDateTime.parse("2026-11-02T09:00"));
        LocalDateTime additional = LocalDateTime.parse("2026-11-05T12:00");
        SeriesSplit split =
                new SeriesSplit(Series.of("FREQ=WEEKLY", List.of(additional), List.of(), time), time, additional);

        assertThatExceptionOfType(InvalidRequest.class).isThrownBy(() -> split.tail(time(TimeForm.ZONED, additional)));
        assertThat(starts(split.head(), time)).containsExactly(LocalDateTime.parse("2026-11-02T09:00"));
    }

    private static List<LocalDateTime> starts(Series series, ScheduleTime time) {
        List<LocalDateTime> starts = new ArrayList<>();
        series.recurrence(time).starts(time.start(), time.start(), END).forEachRemaining(starts::add);
        return starts;
    }

    private static ScheduleTime time(TimeForm form, LocalDateTime start) {
        return new ScheduleTime(
                form,
                start,
                form == TimeForm.DATES ? start.plusDays(1) : start.plusHours(1),
                form == TimeForm.INSTANT ? ZoneOffset.UTC : BERLIN);
    }
}
