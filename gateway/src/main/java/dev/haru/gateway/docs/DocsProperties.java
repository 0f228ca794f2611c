package dev.haru.gateway.docs;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The API page.
 *
 * @param fetchTimeout how long a service may take to return its OpenAPI document
 * @param keep how long the gateway keeps the merged document
 * @param keepIncomplete how long the gateway keeps the merged document without a service's document
 */
@ConfigurationProperties("haru.gateway.docs")
record DocsProperties(
        @DefaultValue("2s") Duration fetchTimeout,
        @DefaultValue("1m") Duration keep,
        @DefaultValue("5s") Duration keepIncomplete) {}
