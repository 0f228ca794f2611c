package dev.haru.schedule.recurrence;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleLimitTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                        | field.recurrence.part[]
            FREQ                                      | field.recurrence.part[FREQ]
            COUNT=3                                   | field.recurrence.frequency
            FREQ=SECONDLY                             | field.recurrence.frequency
            FREQ=HOURLY;INTERVAL=24                   | field.recurrence.frequency
            FREQ=FORTNIGHTLY                          | field.recurrence.frequency
            RRULE:FREQ=DAILY                          | field.recurrence.part[RRULE:FREQ=DAILY]
            FREQ=DAILY;;COUNT=3                       | field.recurrence.part[]
            FREQ=DAILY;FREQ=DAILY                     | field.recurrence.duplicate-part[FREQ]
            FREQ=DAILY;COUNT=0                        | field.recurrence.part[COUNT]
            FREQ=DAILY;COUNT=-1                       | field.recurrence.part[COUNT]
            FREQ=DAILY;COUNT=99999999999              | field.recurrence.part[COUNT]
            FREQ=DAILY;COUNT=10001                    | field.recurrence.above[COUNT, 10000]
            FREQ=DAILY;INTERVAL=0                     | field.recurrence.part[INTERVAL]
            FREQ=DAILY;INTERVAL=10001                 | field.recurrence.above[INTERVAL, 10000]
            FREQ=MONTHLY;INTERVAL=501                 | field.recurrence.above[INTERVAL, 500]
            FREQ=DAILY;COUNT=3;UNTIL=20270101         | field.recurrence.part[UNTIL]
            FREQ=DAILY;UNTIL=20270230                 | field.recurrence.part[UNTIL]
            FREQ=DAILY;UNTIL=20270101T250000          | field.recurrence.part[UNTIL]
            FREQ=DAILY;UNTIL=20270101T000000+09       | field.recurrence.part[UNTIL]
            FREQ=DAILY;UNTIL=20261126T085959          | field.recurrence.ends-before-start
            FREQ=WEEKLY;WKST=MONDAY                   | field.recurrence.part[WKST]
            FREQ=WEEKLY;BYDAY=1MO                     | field.recurrence.part[BYDAY]
            FREQ=WEEKLY;BYDAY=MO,                     | field.recurrence.part[BYDAY]
            FREQ=WEEKLY;BYDAY=XX                      | field.recurrence.part[BYDAY]
            FREQ=WEEKLY;BYDAY=                        | field.recurrence.part[BYDAY]
            FREQ=WEEKLY;BYMONTHDAY=3                  | field.recurrence.part[BYMONTHDAY]
            FREQ=MONTHLY;BYWEEKNO=3                   | field.recurrence.part[BYWEEKNO]
            FREQ=MONTHLY;BYYEARDAY=3                  | field.recurrence.part[BYYEARDAY]
            FREQ=MONTHLY;BYMONTHDAY=32                | field.recurrence.part[BYMONTHDAY]
            FREQ=MONTHLY;BYMONTHDAY=0                 | field.recurrence.part[BYMONTHDAY]
            FREQ=YEARLY;BYMONTH=13                    | field.recurrence.part[BYMONTH]
            FREQ=YEARLY;BYMONTH=5L                    | field.recurrence.part[BYMONTH]
            FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO         | field.recurrence.part[BYDAY]
            FREQ=DAILY;BYHOUR=24                      | field.recurrence.part[BYHOUR]
            FREQ=DAILY;BYHOUR=٣                       | field.recurrence.part[BYHOUR]
            FREQ=DAILY;BYSETPOS=1                     | field.recurrence.part[BYSETPOS]
            FREQ=DAILY;BYSETPOS=2;BYHOUR=9            | field.recurrence.no-such-position
            FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6,-6       | field.recurrence.no-such-position
            FREQ=DAILY;RSCALE=CHINESE                 | field.recurrence.part[RSCALE=CHINESE]
            FREQ=DAILY;aaaaaaaaaaaaaaaaaaa😀😀       | field.recurrence.part[aaaaaaaaaaaaaaaaaaa😀…]
            FREQ=DAILY;SKIP=FORWARD                   | field.recurrence.part[SKIP=FORWARD]
            FREQ=DAILY;_BYMONTH_FILTER=1              | field.recurrence.part[_BYMONTH_FILTER=1]
            FREQ=DAILY;X-LONG-NAME-OF-A-CLIENT=1      | field.recurrence.part[X-LONG-NAME-OF-A-CLI…]
            """)
    void invalidRuleIsRefusedWithItsPart(String rule, String problem) {
        assertThatExceptionOfType(InvalidRecurrence.class)
                .isThrownBy(() -> parse(rule))
                .withMessage(problem);
    }

    @Test
    void ruleOfMoreThan500CharactersIsRefused() {
        String days = "FREQ=YEARLY;BYYEARDAY=" + numbers(1, 366);

        assertThatExceptionOfType(InvalidRecurrence.class)
                .isThrownBy(() -> parse(days))
                .withMessage("field.recurrence.length[500]");
    }

    @Test
    void moreThan10000StartsInAYearAreRefused() {
        String tooOften = "FREQ=DAILY;BYHOUR=" + numbers(0, 13) + ";BYMINUTE=0,30";

        assertThatExceptionOfType(InvalidRecurrence.class)
                .isThrownBy(() -> parse(tooOften))
                .withMessage("field.recurrence.too-often[BYHOUR, 10000]");
        assertThatCode(() -> parse(tooOften + ";BYDAY=MO,TU,WE,TH,FR,SA")).doesNotThrowAnyException();
        assertThatCode(() -> parse(tooOften + ";INTERVAL=2")).doesNotThrowAnyException();
    }

    @Test
    void largeProductIsRefusedAlsoWithBysetpos() {
        String product = "FREQ=MONTHLY;BYMONTHDAY=%s;BYHOUR=%s;BYMINUTE=%s;BYSETPOS=1"
                .formatted(numbers(1, 28), numbers(0, 9), numbers(0, 9));

        assertThatExceptionOfType(InvalidRecurrence.class)
                .isThrownBy(() -> parse(product))
                .withMessage("field.recurrence.too-often[BYHOUR, 10000]");
    }

    private static RecurrenceRule parse(String rule) throws InvalidRecurrence {
        return RecurrenceRule.parse(rule, LocalDateTime.parse("2026-11-26T09:00"), false, ZoneOffset.UTC);
    }

    private static String numbers(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(String::valueOf).collect(Collectors.joining(","));
    }
}
