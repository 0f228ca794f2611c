package dev.haru.platform.json;

import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Limits of a request body.
 *
 * @param maxSize maximum size of a body in bytes; the service refuses a larger body with 413. At least the limit of the
 *     gateway
 */
@Validated
@ConfigurationProperties("haru.json.body")
record JsonBodyProperties(@NotNull @DefaultValue("64KB") DataSize maxSize) {}
