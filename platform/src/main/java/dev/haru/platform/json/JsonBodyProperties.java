package dev.haru.platform.json;

import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Bounds of a request body.
 *
 * @param maxSize size in bytes beyond which a body is refused with 413; no less than the gateway's limit
 */
@Validated
@ConfigurationProperties("haru.json.body")
record JsonBodyProperties(@NotNull @DefaultValue("64KB") DataSize maxSize) {}
