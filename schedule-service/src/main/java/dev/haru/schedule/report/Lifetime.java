package dev.haru.schedule.report;

import java.time.Instant;
import java.time.ZoneId;

/** When what is remembered dies. */
enum Lifetime {
    /** At the member's next local midnight, or what the zone has instead. */
    UNTIL_MIDNIGHT(Cadence.DAILY),
    /** When the member's next Monday begins. */
    UNTIL_MONDAY(Cadence.WEEKLY);

    private final Cadence cadence;

    Lifetime(Cadence cadence) {
        this.cadence = cadence;
    }

    Instant endOf(Instant written, ZoneId zone) {
        return cadence.at(written, zone).endAt();
    }
}
