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
 * How first pages are kept, here and by clients.
 *
 * @param items templates in a section
 * @param memory what all pages together may take; 0 keeps none and assembles one for each request
 * @param renew how often what is kept is assembled anew, aside from the requests; as old may a page be
 * @param keep how long after its last request a page is still renewed
 * @param staleIfError how old a page may be while it cannot be assembled; then it is a 503
 * @param maxAge how long clients and caches on the way need not ask again
 * @param staleWhileRevalidate how much longer they may show the page while they ask (RFC 5861)
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

    boolean isKept() {
        return memory.toBytes() > 0;
    }

    /** After so many renewals without a request a page is given up. */
    int idleRenewals() {
        return (int) Math.max(1, keep.dividedBy(renew));
    }

    String cacheControl() {
        return "public, max-age=%d, stale-while-revalidate=%d, stale-if-error=%d"
                .formatted(maxAge.toSeconds(), staleWhileRevalidate.toSeconds(), staleIfError.toSeconds());
    }
}
