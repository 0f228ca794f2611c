package dev.haru.schedule.report;

import java.time.Instant;
import java.time.ZoneId;

/** When a cache entry expires. */
enum Lifetime {
    /** At the member's next local midnight, or at the first instant of the day if the zone skips midnight. */
    UNTIL_MIDNIGHT(Cadence.DAILY),
    /** At the start of the member's next Monday. */
    UNTIL_MONDAY(Cadence.WEEKLY);

    private final Cadence cadence;

    Lifetime(Cadence cadence) {
        this.cadence = cadence;
    }

    Instant endOf(Instant written, ZoneId zone) {
        return cadence.at(written, zone).endAt();
    }
}
