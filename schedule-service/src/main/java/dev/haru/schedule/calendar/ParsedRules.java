package dev.haru.schedule.calendar;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.recurrence.InvalidRecurrence;
import dev.haru.schedule.recurrence.RecurrenceRule;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;

/**
 * Parses recurrence rules, and keeps those that were used last: a list expands the same rules for each of its pages,
 * and to parse a rule takes several times as long as to expand it in a month.
 */
final class ParsedRules {

    /** The rules of 40 members with 100 series each; a prepared rule has some kilobytes. */
    private static final int SIZE = 4_000;

    /** Until then, the memory keeps the rules of erased members. */
    private static final Duration UNREAD = Duration.ofHours(1);

    private static final Cache<Key, RecurrenceRule> RULES =
            Caffeine.newBuilder().maximumSize(SIZE).expireAfterAccess(UNREAD).build();

    private ParsedRules() {}

    /**
     * Returns the rule. Throws the 400 problem of the field {@code recurrence.rule} if the rule is refused.
     *
     * @param time the time of the first occurrence
     */
    static RecurrenceRule of(String rule, ScheduleTime time) {
        Key key = new Key(rule, time.start(), time.form() == TimeForm.DATES, time.zone());
        RecurrenceRule known = RULES.getIfPresent(key);
        if (known == null) {
            known = key.parse();
            RULES.put(key, known);
        }
        return known;
    }

    private record Key(String rule, LocalDateTime first, boolean dates, ZoneId zone) {

        RecurrenceRule parse() {
            try {
                return RecurrenceRule.parse(rule, first, dates, zone);
            } catch (InvalidRecurrence invalid) {
                throw InvalidRequest.field("recurrence.rule", invalid.problem());
            }
        }
    }
}
