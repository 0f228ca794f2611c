package dev.haru.gateway.docs;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The API page and its document.
 *
 * @param enabled whether the gateway serves the page and the document; otherwise both are 404
 * @param fetchTimeout how long a service may take to return its OpenAPI document, which it computes at the first call
 * @param refresh pause between two comparisons of the merged document with the documents of the services
 * @param retry pauses between attempts until each service has returned its document
 */
@ConfigurationProperties("haru.gateway.docs")
record DocsProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("30s") Duration fetchTimeout,
        @DefaultValue("1m") Duration refresh,
        @DefaultValue Retry retry) {

    /**
     * Pauses, each of which is twice as long as the one before.
     *
     * @param first the first pause
     * @param longest the maximum of a pause
     */
    record Retry(
            @DefaultValue("1s") Duration first,
            @DefaultValue("10s") Duration longest) {

        /** Returns the pause that follows this one; the first pause after {@link Duration#ZERO}. */
        Duration after(Duration pause) {
            Duration next = pause.isZero() ? first : pause.multipliedBy(2);
            return next.compareTo(longest) < 0 ? next : longest;
        }
    }
}
