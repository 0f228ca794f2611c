package dev.haru.schedule.calendar;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.haru.platform.json.MergePatch;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes and reads the JSON columns of a schedule. A changed occurrence is stored as a merge patch (<a
 * href="https://www.rfc-editor.org/rfc/rfc7396">RFC 7396</a>) of the occurrence that the series gives. A later change
 * of the whole series therefore applies to the fields that the occurrence has not changed.
 *
 * <p>Longer than 120 lines because it keeps both directions of each column together.
 */
final class PlanJson {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** The maximum weight of {@link #UNCHANGED}: the characters of its columns, and an allowance for each series. */
    private static final int CACHED_CHARACTERS = 4_000_000;

    private static final int CHARACTERS_OF_A_SERIES = 200;

    /** Series without changed occurrences by their column, because each page of a list reads the same ones. */
    private static final Cache<String, Series> UNCHANGED = Caffeine.newBuilder()
            .maximumWeight(CACHED_CHARACTERS)
            .expireAfterAccess(Duration.ofHours(1)) // those of erased members, too
            .weigher((String column, Series _) -> column.length() + CHARACTERS_OF_A_SERIES)
            .build();

    /** The members that have a meaning only together. */
    private static final Set<Set<String>> PAIRS = Set.of(Set.of("start", "end"), Set.of("latitude", "longitude"));

    /** As {@link #PAIRS}, for a change between forms of the time, which give the start and the end another meaning. */
    private static final Set<Set<String>> WHOLE_TIME =
            Set.of(Set.of("form", "start", "end", "zone"), Set.of("latitude", "longitude"));

    private PlanJson() {}

    /** Returns the value of the column {@code details}; null if the plan has no optional field. */
    static @Nullable String details(Plan plan) {
        return plan.details().equals(Details.NONE) ? null : JSON.writeValueAsString(plan.details());
    }

    static Details details(@Nullable String column) {
        return column == null ? Details.NONE : JSON.readValue(column, Details.class);
    }

    /** Returns the value of the column {@code recurrence}; null if the schedule does not recur. */
    static @Nullable String recurrence(Plan plan) {
        return plan.series() == null
                ? null
                : JSON.writeValueAsString(
                        stored(plan, plan.series(), plan.time().form()));
    }

    /** @param form the form to which the patches of the changed occurrences will apply */
    private static StoredSeries stored(Plan plan, Series series, TimeForm form) {
        return new StoredSeries(
                series.rule(),
                series.additional(),
                series.excluded(),
                series.changed().stream()
                        .map(changed -> new StoredChange(changed.originalStart(), patch(plan, changed, form)))
                        .toList());
    }

    private static JsonNode patch(Plan plan, ChangedOccurrence changed, TimeForm form) {
        boolean sameForm = changed.plan().time().form() == form && plan.time().form() == form;
        // Details may contain long texts, and most occurrences have those of the series.
        boolean sameDetails = changed.plan().details().equals(plan.details());
        return JsonDifference.between(
                tree(occurrence(plan, changed.originalStart()), !sameDetails),
                tree(changed.plan(), !sameDetails),
                sameForm ? PAIRS : WHOLE_TIME);
    }

    /** Returns the plan with the series of the column {@code recurrence}. */
    static Plan withRecurrence(Plan plan, @Nullable String column) {
        if (column == null) {
            return plan;
        }
        Series known = UNCHANGED.getIfPresent(column);
        if (known != null) {
            return plan.withSeries(known);
        }
        Plan read = withSeries(plan, JSON.readValue(column, StoredSeries.class));
        Series series = Objects.requireNonNull(read.series());
        if (series.changed().isEmpty()) {
            UNCHANGED.put(column, series);
        }
        return read;
    }

    private static Plan withSeries(Plan plan, StoredSeries stored) {
        return plan.withSeries(new Series(
                stored.rule(),
                stored.additional(),
                stored.excluded(),
                stored.changed().stream()
                        .map(change -> new ChangedOccurrence(
                                change.originalStart(),
                                patched(occurrence(plan, change.originalStart()), change.patch())))
                        .toList()));
    }

    /**
     * Returns the changed occurrences of a plan as changes of another plan of the same series: each keeps the fields
     * that it has changed, and takes the others from the other plan.
     */
    static List<ChangedOccurrence> rebase(Plan from, Plan to) {
        StoredSeries stored =
                stored(from, Objects.requireNonNull(from.series()), to.time().form());
        return Objects.requireNonNull(withSeries(to, stored).series()).changed();
    }

    /** Returns the plan of an occurrence that is not changed. The UID is that of the whole series. */
    static Plan occurrence(Plan plan, LocalDateTime originalStart) {
        return new Plan(
                plan.title(),
                plan.locationId(),
                plan.time().at(originalStart),
                plan.note(),
                plan.details(),
                null,
                null);
    }

    /** Whether the columns of the time and of the recurrence are the same for both plans. */
    static boolean haveSameTime(Plan one, Plan other) {
        return one.time().equals(other.time()) && Objects.equals(recurrence(one), recurrence(other));
    }

    /** Returns a text that is the same only for equal plans. */
    static String fingerprint(Plan plan) {
        return JSON.writeValueAsString(tree(plan, true)) + "\0" + recurrence(plan) + "\0" + plan.uid();
    }

    private static ObjectNode tree(Plan plan, boolean withDetails) {
        ScheduleTime time = plan.time();
        return JSON.valueToTree(new StoredPlan(
                plan.title(),
                plan.locationId(),
                plan.note(),
                time.form().column(),
                time.start(),
                time.end(),
                time.zone().getId(),
                withDetails ? plan.details() : null));
    }

    /**
     * Returns the plan after a merge patch. Members that the patch does not have stay the same objects, because a list
     * reads a hundred changed occurrences of each series.
     */
    private static Plan patched(Plan plan, JsonNode patch) {
        ScheduleTime time = plan.time();
        return new Plan(
                member(patch, "title", plan.title(), JsonNode::stringValue),
                member(patch, "locationId", plan.locationId(), JsonNode::intValue),
                new ScheduleTime(
                        member(patch, "form", time.form(), form -> TimeForm.of(form.stringValue())),
                        member(patch, "start", time.start(), start -> LocalDateTime.parse(start.stringValue())),
                        member(patch, "end", time.end(), end -> LocalDateTime.parse(end.stringValue())),
                        member(patch, "zone", time.zone(), zone -> ZoneId.of(zone.stringValue()))),
                patch.path("note").isNull() ? null : member(patch, "note", plan.note(), JsonNode::stringValue),
                patch.path("details").isNull()
                        ? Details.NONE
                        : member(patch, "details", plan.details(), details -> patched(plan.details(), details)),
                null,
                null);
    }

    private static Details patched(Details details, JsonNode patch) {
        ObjectNode tree = JSON.valueToTree(details.withKept(List.of()));
        MergePatch.merge(tree, patch);
        Details patched = JSON.treeToValue(tree, Details.class);
        return patch.has("kept") ? patched : patched.withKept(details.kept());
    }

    /** Returns the value of a member that is not null; without the member, the current value. */
    private static <T extends @Nullable Object> T member(
            JsonNode patch, String name, T current, Function<JsonNode, T> value) {
        @Nullable JsonNode member = patch.get(name);
        return member == null ? current : value.apply(member);
    }

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonIgnoreProperties(ignoreUnknown = true)
    private record StoredSeries(
            @Nullable String rule,
            List<LocalDateTime> additional,
            List<LocalDateTime> excluded,
            List<StoredChange> changed) {

        @SuppressWarnings("NullAway") // Jackson passes null for an absent list
        StoredSeries {
            additional = additional == null ? List.of() : additional;
            excluded = excluded == null ? List.of() : excluded;
            changed = changed == null ? List.of() : changed;
        }
    }

    private record StoredChange(LocalDateTime originalStart, JsonNode patch) {}

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonIgnoreProperties(ignoreUnknown = true)
    private record StoredPlan(
            String title,
            int locationId,
            @Nullable String note,
            String form,
            LocalDateTime start,
            LocalDateTime end,
            String zone,
            @Nullable Details details) {}
}
