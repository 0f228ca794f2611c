package dev.haru.schedule.calendar;

import dev.haru.platform.token.Sha256;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The part of a schedule that its owner chooses: title, place, time and optional fields.
 *
 * <p>Longer than 120 lines because each method that copies a plan names all components.
 *
 * @param time the time; for a series, of its first occurrence
 * @param series how the schedule recurs; null: not at all
 * @param uid the UID of the iCalendar component that was imported; null: not imported
 */
public record Plan(
        String title,
        int locationId,
        ScheduleTime time,
        @Nullable String note,
        Details details,
        @Nullable Series series,
        @Nullable String uid) {

    /**
     * The pattern of a title: no control characters, which are U+0000 to U+001F and U+007F to U+009F. The ranges are
     * spelled out, so that every reader of the OpenAPI document understands them. The pattern is anchored, because a
     * pattern in a JSON Schema matches anywhere in the text.
     */
    public static final String ONE_LINE = "^[^\\x00-\\x1F\\x7F-\\x9F]*$";

    public static final String ONE_LINE_MESSAGE = "{field.one-line}";

    /** The location "Elsewhere" of a schedule whose place is free text only. */
    public static final int ELSEWHERE = 10;

    /** The names of the fields of a response, and the values that are not texts. */
    private static final int OTHER_CHARACTERS = 500;

    /** A plan with instants and without optional fields. */
    public Plan(String title, int locationId, Instant startAt, Instant endAt, @Nullable String note) {
        this(title, locationId, ScheduleTime.of(startAt, endAt), note, Details.NONE, null, null);
    }

    public Instant startAt() {
        return time.startAt();
    }

    public Instant endAt() {
        return time.endAt();
    }

    /** Whether the instants of the schedule are computed when it is read. */
    public boolean isExpanded() {
        return time.form() != TimeForm.INSTANT || series != null;
    }

    private boolean isIndependentOfMember() {
        return !time.form().isOfMember() && (series == null || series.changed().isEmpty());
    }

    /** Whether the plan has instants only and no optional field. */
    boolean isPlain() {
        return !isExpanded() && uid == null && details.equals(Details.NONE);
    }

    /** Returns the plan for a member whose days begin in this zone. */
    Plan in(ZoneId memberZone) {
        return isExpanded() && !isIndependentOfMember()
                ? new Plan(
                        title,
                        locationId,
                        time.in(memberZone),
                        note,
                        details,
                        series == null ? null : series.in(memberZone),
                        uid)
                : this;
    }

    /** Returns this plan with the kept content lines of an imported component, which a client cannot send. */
    Plan keeping(Plan current) {
        return new Plan(title, locationId, time, note, details.withKept(current.details.kept()), series, uid);
    }

    /** Returns the plan of a schedule that was imported with this UID. */
    public Plan withUid(@Nullable String other) {
        return new Plan(title, locationId, time, note, details, series, other);
    }

    /**
     * Returns this plan with the parts that a client cannot send: the UID and the kept content lines of an imported
     * component, and the changed occurrences that the new series still has.
     */
    Plan replacing(Plan current) {
        Plan changed = keeping(current).withUid(current.uid);
        return series == null || current.series == null
                ? changed
                : changed.withSeries(series.withChanged(series.stillIn(time, PlanJson.rebase(current, changed))));
    }

    /** Returns about how many characters the plan has as JSON, with its changed occurrences. */
    int characters() {
        return OTHER_CHARACTERS
                + title.length()
                + (note == null ? 0 : note.length())
                + details.characters()
                + (series == null ? 0 : series.characters());
    }

    public Plan withSeries(@Nullable Series other) {
        return new Plan(title, locationId, time, note, details, other, uid);
    }

    /**
     * Returns a SHA-256 over all components; only equal plans have the same fingerprint. It does not depend on the time
     * zone of the member, which may change between two requests with the same key.
     */
    byte[] fingerprint() {
        return in(ZoneOffset.UTC).fingerprintOfAll();
    }

    private byte[] fingerprintOfAll() {
        // Unambiguous: no text contains a NUL, and each component after the title has a fixed form. The fingerprint of
        // a
        // plain plan is that of the versions before.
        String plain = String.join(
                "\0",
                title,
                Integer.toString(locationId),
                startAt().toString(),
                endAt().toString(),
                note == null ? "-" : "+" + note);
        return Sha256.of(isPlain() ? plain : plain + "\0" + PlanJson.fingerprint(this));
    }

    /** Truncates the instant to microseconds, as PostgreSQL stores it. The response therefore equals a later read. */
    static Instant stored(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MICROS);
    }
}
