package dev.haru.schedule.report;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;

/**
 * A local day or week: from its first midnight, or what the zone has instead, until just before the next one's. A day
 * of 23 or 25 hours is as long as it is; one that a zone left out has no time in it.
 *
 * @param start the first day
 */
record Period(Cadence cadence, LocalDate start, ZoneId zone) {

    private static final int HOUR = 3600;

    Instant startAt() {
        return start.atStartOfDay(zone).toInstant();
    }

    Instant endAt() {
        return cadence.next(start).atStartOfDay(zone).toInstant();
    }

    /** The one that ends as this one starts, even if the zone left out a day in between. */
    Period before() {
        return cadence.at(startAt().minusNanos(1), zone);
    }

    String name() {
        return cadence.name(start);
    }

    /** The period cut where the local clock strikes or is put forward or back. */
    List<Stretch> hours() {
        ZoneRules rules = zone.getRules();
        List<Stretch> hours = new ArrayList<>();
        Instant end = endAt();
        Instant at = startAt();
        while (at.isBefore(end)) {
            long local = at.getEpochSecond() + rules.getOffset(at).getTotalSeconds();
            Instant until = earlier(end, at.plusSeconds(HOUR - Math.floorMod(local, HOUR)));
            ZoneOffsetTransition change = rules.nextTransition(at);
            if (change != null) {
                until = earlier(until, change.getInstant());
            }
            hours.add(new Stretch((int) Math.floorMod(local / HOUR, 24L), at.getEpochSecond(), until.getEpochSecond()));
            at = until;
        }
        return hours;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /**
     * Some time during which the local clock shows the same hour; zones change at whole seconds.
     *
     * @param hour 0 to 23
     * @param from seconds since the epoch
     * @param until seconds since the epoch
     */
    record Stretch(int hour, long from, long until) {}
}
