package dev.haru.schedule.calendar;

import org.jspecify.annotations.Nullable;

/** How a client gives the time of a schedule. */
public enum TimeForm {

    /** Instants with an offset. */
    INSTANT("utc"),

    /** Local times in a time zone of the schedule. */
    ZONED("zoned"),

    /** Local times in the current time zone of the member. */
    FLOATING("floating"),

    /** Whole days in the current time zone of the member. */
    DATES("dates");

    private final String column;

    TimeForm(String column) {
        this.column = column;
    }

    /** Whether the instants follow from the current time zone of the member. */
    boolean isOfMember() {
        return this == FLOATING || this == DATES;
    }

    /** Returns the value of the column {@code time_form}. */
    String column() {
        return column;
    }

    /** Returns the form of a value of the column {@code time_form}; null means instants that do not recur. */
    static TimeForm of(@Nullable String column) {
        if (column == null) {
            return INSTANT;
        }
        for (TimeForm form : values()) {
            if (form.column.equals(column)) {
                return form;
            }
        }
        throw new IllegalArgumentException("unknown time form " + column);
    }
}
