package dev.haru.schedule.calendar;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesException;
import java.time.zone.ZoneRulesProvider;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** A time zone whose rules a test changes, as an update of the time zone database does. */
final class ChangingRules extends ZoneRulesProvider {

    private static final String ZONE = "Test/Changing";

    private static final ChangingRules PROVIDER = new ChangingRules();

    private volatile ZoneRules rules = ZoneRules.of(ZoneOffset.UTC);

    static {
        registerProvider(PROVIDER);
    }

    private ChangingRules() {}

    /** Returns the zone with its current rules. PostgreSQL does not know it. */
    @SuppressWarnings("InvalidZoneId") // registered above
    static ZoneId zone() {
        return ZoneId.of(ZONE);
    }

    /** Sets the offset of the zone. */
    static void set(ZoneOffset offset) {
        PROVIDER.rules = ZoneRules.of(offset);
    }

    @Override
    protected Set<String> provideZoneIds() {
        return Set.of(ZONE);
    }

    @Override
    @SuppressWarnings("NullAway") // null forbids caching
    protected ZoneRules provideRules(String zoneId, boolean forCaching) {
        if (!ZONE.equals(zoneId)) {
            throw new ZoneRulesException("unknown zone " + zoneId);
        }
        return forCaching ? null : rules;
    }

    @Override
    protected NavigableMap<String, ZoneRules> provideVersions(String zoneId) {
        return new TreeMap<>();
    }
}
