package dev.haru.auth.personaltoken;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Personal access tokens.
 *
 * @param defaultLife lifetime of a token for which the client chooses none
 * @param maxLife the longest lifetime that a client may choose; in whole days
 * @param maxPerAccount maximum of valid tokens of an account
 * @param usePrecision how old the recorded last use of a token may be; a token in use causes one write in this time
 */
@Validated
@ConfigurationProperties("haru.personal-token")
record PersonalTokenProperties(
        @NotNull @DurationMin(days = 1) @DefaultValue("30d") Duration defaultLife,

        @NotNull @DurationMin(days = 1) @DurationMax(days = PersonalTokenForm.MAX_DAYS) @DefaultValue("366d")
        Duration maxLife,

        @Min(1) @Max(1000) @DefaultValue("20") int maxPerAccount,

        @NotNull @DurationMin(minutes = 1) @DefaultValue("1h")
        Duration usePrecision) {

    @AssertTrue(message = "haru.personal-token.default-life must not be above max-life") boolean isDefaultWithinMaximum() {
        return defaultLife.compareTo(maxLife) <= 0;
    }
}
