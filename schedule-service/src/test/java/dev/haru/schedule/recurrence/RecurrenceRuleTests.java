package dev.haru.schedule.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each case names the rule, the first start and the first starts that follow from RFC 5545. */
class RecurrenceRuleTests {

    private static final ZoneId SEOUL = ZoneId.of("Asia/Seoul");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            FREQ=DAILY                                      | 2026-11-26T09:00 | 2026-11-26T09:00 2026-11-27T09:00 2026-11-28T09:00
            FREQ=DAILY;INTERVAL=1000                        | 2026-11-26T09:00 | 2026-11-26T09:00 2029-08-22T09:00 2032-05-18T09:00
            FREQ=WEEKLY;BYDAY=FR,MO                         | 2026-11-26T09:00 | 2026-11-27T09:00 2026-11-30T09:00 2026-12-04T09:00
            FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU              | 2026-11-24T09:00 | 2026-11-24T09:00 2026-11-29T09:00 2026-12-08T09:00
            FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU      | 2026-11-24T09:00 | 2026-11-24T09:00 2026-12-06T09:00 2026-12-08T09:00
            FREQ=MONTHLY                                    | 2026-10-31T09:00 | 2026-10-31T09:00 2026-12-31T09:00 2027-01-31T09:00
            FREQ=MONTHLY;BYDAY=-1FR                         | 2026-11-27T09:00 | 2026-11-27T09:00 2026-12-25T09:00 2027-01-29T09:00
            FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1 | 2026-11-30T09:00 | 2026-11-30T09:00 2026-12-01T09:00 2026-12-31T09:00
            FREQ=YEARLY                                     | 2024-02-29T09:00 | 2024-02-29T09:00 2028-02-29T09:00 2032-02-29T09:00
            FREQ=YEARLY;BYMONTHDAY=31;BYDAY=SA              | 2026-11-26T09:00 | 2027-07-31T09:00 2029-03-31T09:00 2030-08-31T09:00
            FREQ=YEARLY;BYMONTH=5,9;BYDAY=SA;BYSETPOS=-1    | 2026-11-26T09:00 | 2027-09-25T09:00 2028-09-30T09:00 2029-09-29T09:00
            FREQ=YEARLY;BYWEEKNO=53                         | 2026-11-26T09:00 | 2026-12-31T09:00 2032-12-30T09:00 2037-12-31T09:00
            FREQ=YEARLY;BYWEEKNO=1;BYMONTH=12               | 2026-11-25T09:00 | 2031-12-31T09:00 2036-12-31T09:00 2042-12-31T09:00
            FREQ=YEARLY;INTERVAL=6;BYWEEKNO=53;BYDAY=SA     | 2027-01-02T09:00 | 2027-01-02T09:00 2033-01-01T09:00 2117-01-02T09:00
            FREQ=YEARLY;BYYEARDAY=-1;BYHOUR=23;BYMINUTE=59  | 2026-11-26T09:00 | 2026-12-31T23:59 2027-12-31T23:59 2028-12-31T23:59
            FREQ=DAILY;BYHOUR=18,6;BYMINUTE=30,0,30         | 2026-11-26T09:00 | 2026-11-26T18:00 2026-11-26T18:30 2026-11-27T06:00
            FREQ=MONTHLY;BYMONTHDAY=29;BYMONTH=2;BYDAY=MO   | 2026-11-26T09:00 | 2044-02-29T09:00 2072-02-29T09:00 2112-02-29T09:00
            FREQ=DAILY;BYMONTHDAY=29;BYMONTH=2;BYDAY=MO     | 2026-11-26T09:00 | 2044-02-29T09:00 2072-02-29T09:00 2112-02-29T09:00
            """)
    void ruleGivesTheStartsOfRfc5545(String rule, LocalDateTime first, String starts) throws InvalidRecurrence {
        assertThat(starts(rule, first, 3)).isEqualTo(times(starts));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            FREQ=WEEKLY;COUNT=2                   | 2026-11-26T09:00 2026-12-03T09:00
            FREQ=DAILY;UNTIL=20261127T090000      | 2026-11-26T09:00 2026-11-27T09:00
            FREQ=DAILY;UNTIL=20261127T085959      | 2026-11-26T09:00
            FREQ=DAILY;UNTIL=20261127             | 2026-11-26T09:00 2026-11-27T09:00
            FREQ=DAILY;UNTIL=20261127T000000Z     | 2026-11-26T09:00 2026-11-27T09:00
            FREQ=DAILY;UNTIL=20261126T235959Z     | 2026-11-26T09:00
            FREQ=YEARLY;INTERVAL=100;COUNT=5      | 2026-11-26T09:00 2126-11-26T09:00
            """)
    void ruleEndsByCountByUntilOrWithTheCalendar(String rule, String starts) throws InvalidRecurrence {
        assertThat(starts(rule, LocalDateTime.parse("2026-11-26T09:00"), 100)).isEqualTo(times(starts));
    }

    @Test
    void datesIgnoreTheTimeOfDay() throws InvalidRecurrence {
        LocalDateTime first = LocalDate.of(2026, 11, 26).atStartOfDay();
        RecurrenceRule rule =
                RecurrenceRule.parse("FREQ=DAILY;BYHOUR=1,2;BYMINUTE=3;UNTIL=20261127T235900Z", first, true, SEOUL);

        assertThat(list(rule.starts(first, first, RulePeriods.END.atStartOfDay()), 9))
                .isEqualTo(times("2026-11-26T00:00 2026-11-27T00:00 2026-11-28T00:00"));
    }

    @Test
    void leapSecondIsTheSecondBefore() throws InvalidRecurrence {
        assertThat(starts("FREQ=DAILY;BYSECOND=60,59", LocalDateTime.parse("2026-11-26T09:00"), 2))
                .isEqualTo(times("2026-11-26T09:00:59 2026-11-27T09:00:59"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30
            FREQ=YEARLY;INTERVAL=4;BYYEARDAY=366
            FREQ=MONTHLY;INTERVAL=500;BYMONTH=2;BYMONTHDAY=30
            FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30
            FREQ=DAILY;INTERVAL=7;BYDAY=MO
            FREQ=WEEKLY;INTERVAL=1000;BYMONTH=2;BYDAY=MO;UNTIL=20301231T000000
            FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,1,2,3,4,5,6,7,8,9;BYSECOND=0,1,2
            """)
    void ruleThatNeverMatchesEnds(String rule) throws InvalidRecurrence {
        assertThat(starts(rule, LocalDateTime.parse("2026-11-26T09:00"), 1)).isEmpty();
    }

    @Test
    void textIsInCapitalsWithoutTheLastSemicolon() throws InvalidRecurrence {
        RecurrenceRule rule = RecurrenceRule.parse(
                "freq=monthly;interval=1;byday=+1mo;", LocalDateTime.parse("2026-11-26T09:00"), false, SEOUL);

        assertThat(rule.text()).isEqualTo("FREQ=MONTHLY;INTERVAL=1;BYDAY=+1MO");
    }

    private static List<LocalDateTime> starts(String text, LocalDateTime first, int most) throws InvalidRecurrence {
        RecurrenceRule rule = RecurrenceRule.parse(text, first, false, SEOUL);
        return list(rule.starts(first, first, RulePeriods.END.atStartOfDay()), most);
    }

    private static List<LocalDateTime> list(Iterator<LocalDateTime> starts, int most) {
        List<LocalDateTime> list = new ArrayList<>();
        while (list.size() < most && starts.hasNext()) {
            list.add(starts.next());
        }
        return list;
    }

    private static List<LocalDateTime> times(String text) {
        return List.of(text.split(" ")).stream().map(LocalDateTime::parse).toList();
    }
}
