package dev.haru.platform.zone;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneRulesProvider;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/**
 * Publishes the version of the time zone rules of the JVM, and their age in days: in {@code /actuator/info} and as the
 * metrics {@code haru.tz.rules} and {@code haru.tz.rules.age}. Warns at startup about rules that are older than half a
 * year.
 */
final class TimeZoneRules implements InfoContributor, MeterBinder, ApplicationListener<ApplicationReadyEvent> {

    private static final Logger log = LoggerFactory.getLogger(TimeZoneRules.class);

    /** Half a year, as in the alert HaruTimeZoneRulesOld: IANA publishes two to seven releases a year. */
    private static final int OLD_DAYS = 183;

    private final String version;
    private final Clock clock;

    TimeZoneRules(String version, Clock clock) {
        this.version = version;
        this.clock = clock;
    }

    /** The rules of the JVM. All of its zones have one version, that of the IANA time zone database. */
    static TimeZoneRules ofJvm(Clock clock) {
        return new TimeZoneRules(ZoneRulesProvider.getVersions("UTC").lastKey(), clock);
    }

    @Override
    public void contribute(Info.Builder info) {
        info.withDetail(
                "timeZoneRules",
                Map.of(
                        "version",
                        version,
                        TimeZoneReleases.isListed(version) ? "released" : "releasedSince",
                        releasedSince().toString(),
                        "ageDays",
                        ageDays()));
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("haru.tz.rules", () -> 1)
                .tag("version", version)
                .description("The version of the time zone rules, as a tag of the value 1")
                .register(registry);
        Gauge.builder("haru.tz.rules.age", this::ageDays)
                .baseUnit("days")
                .description("The time since the release of the time zone rules, at most")
                .register(registry);
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent ready) {
        if (isOld()) {
            log.warn(
                    "the time zone rules {} are {} days old, so local times can be wrong in zones that have changed: "
                            + "update the JDK image",
                    version,
                    ageDays());
        }
    }

    boolean isOld() {
        return ageDays() > OLD_DAYS;
    }

    private long ageDays() {
        return Math.max(0, ChronoUnit.DAYS.between(releasedSince(), LocalDate.now(clock)));
    }

    private LocalDate releasedSince() {
        return TimeZoneReleases.earliest(version);
    }
}
