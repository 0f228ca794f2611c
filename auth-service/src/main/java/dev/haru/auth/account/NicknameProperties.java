package dev.haru.auth.account;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Retention of freed nicknames.
 *
 * @param hold how long only the last owner may take a freed nickname
 * @param maxHeld maximum of freed nicknames that an account holds; at the maximum, the account cannot change its
 *     nickname
 */
@Validated
@ConfigurationProperties("haru.nickname")
record NicknameProperties(
        @NotNull @DurationMin(seconds = 1) @DefaultValue("30d")
        Duration hold,

        @Min(1) @DefaultValue("10") int maxHeld) {}
