package dev.haru.auth.notice;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Security notices.
 *
 * @param life how long the link of a notice is valid, and how long attempts to deliver the notice continue
 */
@Validated
@ConfigurationProperties("haru.notice")
record NoticeProperties(
        @NotNull @DurationMin(minutes = 1) @DefaultValue("7d")
        Duration life) {}
