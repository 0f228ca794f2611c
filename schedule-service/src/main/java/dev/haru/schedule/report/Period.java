package dev.haru.schedule.report;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;

/**
 * A local day or week. It extends from the first instant of its first day until just before the first instant of the
 * next period. A day of 23 or 25 hours has its real length. A day that the zone skipped is empty.
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

    /** Returns the period that ends when this one starts, even if the zone skipped a day in between. */
    Period before() {
        return cadence.at(startAt().minusNanos(1), zone);
    }

    String name() {
        return cadence.name(start);
    }

    /** Splits the period at each full hour of the local clock and at each clock change. */
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
     * A time during which the local clock shows the same hour. Zones change at whole seconds.
     *
     * @param hour 0 to 23
     * @param from seconds since the epoch
     * @param until seconds since the epoch
     */
    record Stretch(int hour, long from, long until) {}
}
