package dev.haru.schedule.icalendar;

import java.util.Locale;

/** The state of an import. */
enum ImportStatus {

    /** The file waits or is being read. */
    PENDING,

    /** The report is complete. */
    COMPLETED,

    /** The import stopped; the schedules up to then remain. */
    FAILED;

    /** Returns the value of the column {@code status} and of the API. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static ImportStatus ofCode(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
