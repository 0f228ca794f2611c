package dev.haru.gateway.docs;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The API page.
 *
 * @param fetchTimeout how long a service may take to hand out its OpenAPI document
 * @param keep how long the merged document is kept
 * @param keepIncomplete how long it is kept while a service's document is missing
 */
@ConfigurationProperties("haru.gateway.docs")
record DocsProperties(
        @DefaultValue("2s") Duration fetchTimeout,
        @DefaultValue("1m") Duration keep,
        @DefaultValue("5s") Duration keepIncomplete) {}
