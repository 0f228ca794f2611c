package dev.haru.schedule.icalendar;

/** The bounds of an iCalendar file, which apply before the work that grows with the file. */
final class CalendarBounds {

    /** The maximum size of a file in bytes: 5 MB. The gateway has the same limit for the path of the import. */
    static final int BYTES = 5 << 20;

    /** The maximum number of content lines. An event of other programs has 10 to 30 lines. */
    static final int LINES = 200_000;

    /** The maximum number of values of parameters. An attendee has seven, in a line of some 200 octets. */
    static final int PARAMETERS = 250_000;

    /** The maximum number of components directly in a calendar, such as events. */
    static final int COMPONENTS = 5_000;

    /** The maximum number of all components, including the alarms of events. */
    static final int ALL_COMPONENTS = 25_000;

    /** The maximum depth of components in components. RFC 5545 needs three. */
    static final int DEPTH = 100;

    /** The maximum length of a content line in octets. A longer one, such as an attached image, is left out. */
    static final int LINE_OCTETS = 64 << 10;

    /** The maximum number of additional starts, and of excluded starts, of a series. */
    static final int STARTS = 400;

    /** The maximum size in characters of the unknown properties that a schedule keeps. */
    static final int KEPT = 16 << 10;

    /** The maximum number of schedules in a written file. */
    static final int EXPORTED = 10_000;

    /**
     * The maximum size of a written file in octets. It is larger than that of a read file, which lacks some properties.
     */
    static final int EXPORTED_OCTETS = 8 << 20;

    private CalendarBounds() {}
}
