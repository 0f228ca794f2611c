package dev.haru.schedule.calendar;

/** The descriptions and limits of the fields of a schedule that several records of the API share. */
final class FieldTexts {

    /** The description of an instant in a request. */
    static final String INSTANT =
            "An instant with any offset; responses contain the same instant in UTC. Required without localStart and "
                    + "startDate. Beside one of them, absent or the instant that it gives";

    static final String LOCATION =
            "The id of a location from GET /v1/locations; with a place, the default is the location Elsewhere";

    static final String LOCAL_START =
            "The local start in the timeZone, such as 2026-11-23T09:30:00, in place of startAt. The local time "
                    + "remains when the rules of the time zone change";

    static final String TIME_ZONE =
            "The IANA name of the time zone of localStart, such as Asia/Seoul. Without it, the time is floating: it "
                    + "follows the time zone of your profile, also after a change";

    static final String START_DATE =
            "The first whole day in the time zone of your profile, such as 2026-11-23, in place of startAt";

    static final String STATUS = "Default: confirmed. Cancelled schedules are not busy";

    static final String TRANSPARENCY = "Whether reports, busy times and overlaps count the schedule; default: busy";

    static final String REMINDERS = "Minutes before the start, at most four weeks. The service stores them only";

    /** The description of the path parameter of an occurrence. */
    static final String ORIGINAL_START =
            "`occurrence.originalStart` of the occurrence: the start that the series gives it, in the form of the start of "
                    + "the series: an instant, a local time or a date. It remains when the time of the occurrence changes";

    /** The description of the overlaps in a request. */
    static final String OVERLAPS = "Without effect, because other schedules change it";

    static final String EXCEPTIONS = "Without effect; the operations on an occurrence change it";

    static final String COLOUR = "^#[0-9A-Fa-f]{6}$";

    /** Four weeks in minutes. */
    static final int MAX_REMINDER = 28 * 24 * 60;

    private FieldTexts() {}
}
