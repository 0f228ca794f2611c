package dev.haru.auth.device;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Known devices.
 *
 * @param life how long a device is known after its last sign-in
 * @param secure whether the device cookie requires HTTPS; false only without HTTPS
 */
@Validated
@ConfigurationProperties("haru.device")
record DeviceProperties(
        @NotNull @DurationMin(days = 1) @DefaultValue("180d")
        Duration life,

        @DefaultValue("true") boolean secure) {}
