package dev.haru.auth.account;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Nicknames that were given up.
 *
 * @param hold how long only its last owner may take a freed nickname
 * @param maxHeld freed nicknames that an account holds; beyond them it changes its nickname no more
 */
@Validated
@ConfigurationProperties("haru.nickname")
record NicknameProperties(
        @NotNull @DurationMin(seconds = 1) @DefaultValue("30d")
        Duration hold,

        @Min(1) @DefaultValue("10") int maxHeld) {}
