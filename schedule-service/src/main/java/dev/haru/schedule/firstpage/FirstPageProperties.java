package dev.haru.schedule.firstpage;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The cache of first pages, in the service and in clients.
 *
 * @param items templates in a section
 * @param memory maximum memory of all pages; 0 disables the cache, so that each request assembles a page
 * @param renew pause between two renewals in the background, and maximum age of a page
 * @param keep how long after its last request the service still renews a page
 * @param staleIfError maximum age of a page while its renewal fails; afterwards requests return 503
 * @param maxAge how long clients and shared caches may use a page without revalidation
 * @param staleWhileRevalidate how much longer they may use the page during revalidation (RFC 5861)
 */
@Validated
@ConfigurationProperties("haru.first-page")
record FirstPageProperties(
        @Positive @Max(50) @DefaultValue("10") int items,
        @NotNull @DefaultValue("16MB") DataSize memory,

        @NotNull @DurationMin(millis = 100) @DefaultValue("15s")
        Duration renew,

        @NotNull @DurationMin(seconds = 1) @DefaultValue("10m")
        Duration keep,

        @NotNull @DurationMin(seconds = 1) @DefaultValue("1h")
        Duration staleIfError,

        @NotNull @DurationMin(seconds = 0) @DefaultValue("15s")
        Duration maxAge,

        @NotNull @DurationMin(seconds = 0) @DefaultValue("1m")
        Duration staleWhileRevalidate) {

    boolean isCacheEnabled() {
        return memory.toBytes() > 0;
    }

    /** The number of renewals without a request after which the cache removes a page. */
    int idleRenewals() {
        return (int) Math.max(1, keep.dividedBy(renew));
    }

    String cacheControl() {
        return "public, max-age=%d, stale-while-revalidate=%d, stale-if-error=%d"
                .formatted(maxAge.toSeconds(), staleWhileRevalidate.toSeconds(), staleIfError.toSeconds());
    }
}
