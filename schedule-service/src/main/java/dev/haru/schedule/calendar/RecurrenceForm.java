package dev.haru.schedule.calendar;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidField;
import dev.haru.platform.problem.InvalidRequest;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a schedule recurs, in a request and in a response. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RecurrenceForm(
        @Size(min = 1, max = MAX_RULE) @Schema(
                description = "A recurrence rule (RRULE in RFC 5545) with at most 10,000 occurrences a year, whose "
                        + "frequency is DAILY, WEEKLY, MONTHLY or YEARLY",
                example = "FREQ=WEEKLY;BYDAY=MO,WE")
        @Nullable String rule,

        @Size(max = MAX_DATES) @Schema(description = "Further starts, in the form of the start of the schedule")
        @Nullable List<@NotNull @Size(max = TimeText.LONGEST) String> additionalDates,

        @Size(max = MAX_DATES) @Schema(
                description =
                        "Starts that are left out, in the form of the start of the schedule; one that the rule does "
                                + "not give has no effect")
        @Nullable List<@NotNull @Size(max = TimeText.LONGEST) String> excludedDates) {

    /** The maximum length of a rule. */
    static final int MAX_RULE = 500;

    /** The maximum number of additional and of excluded dates. */
    static final int MAX_DATES = 500;

    /** Returns the recurrence of a plan; null if the plan does not recur. */
    static @Nullable RecurrenceForm of(Plan plan) {
        Series series = plan.series();
        return series == null
                ? null
                : new RecurrenceForm(
                        series.rule(), texts(series.additional(), plan.time()), texts(series.excluded(), plan.time()));
    }

    private static @Nullable List<String> texts(List<LocalDateTime> starts, ScheduleTime time) {
        return starts.isEmpty()
                ? null
                : starts.stream().map(start -> TimeText.of(start, time.form())).toList();
    }

    /**
     * Returns the series. Throws the 400 problem if the rule is refused, or a date has another form than the start.
     *
     * @param time the time of the first occurrence
     */
    Series series(ScheduleTime time) {
        List<InvalidField> errors = new ArrayList<>();
        List<LocalDateTime> additional = starts("recurrence.additionalDates", additionalDates, time, errors);
        List<LocalDateTime> excluded = starts("recurrence.excludedDates", excludedDates, time, errors);
        if (rule == null && additional.isEmpty() && errors.isEmpty()) {
            errors.add(new InvalidField("recurrence.rule", Message.of("field.required")));
        }
        if (!errors.isEmpty()) {
            throw InvalidRequest.fields(errors);
        }
        return Series.of(rule, additional, excluded, time);
    }

    private static List<LocalDateTime> starts(
            String field, @Nullable List<String> texts, ScheduleTime time, List<InvalidField> errors) {
        List<LocalDateTime> starts = new ArrayList<>();
        if (texts != null) {
            for (int i = 0; i < texts.size(); i++) {
                String element = field + "[" + i + "]";
                TimeText.parse(texts.get(i), time.form())
                        .ifPresentOrElse(
                                starts::add, () -> errors.add(new InvalidField(element, Message.of("field.start"))));
            }
        }
        return starts;
    }
}
