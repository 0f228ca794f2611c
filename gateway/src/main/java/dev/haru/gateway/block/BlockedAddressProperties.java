package dev.haru.gateway.block;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The copy of the blocked addresses of the login guard.
 *
 * @param refresh pause between two readings; auth-service refuses the sign-ins of a new block until the next reading
 * @param max maximum of addresses in memory; the longest blocks have priority
 * @param usedChallenges maximum of solved challenges in memory; each solution passes a block once
 * @param deviceLogins sign-ins a minute that a known device may send from a blocked address
 */
@Validated
@ConfigurationProperties("haru.gateway.blocked-addresses")
record BlockedAddressProperties(
        @DefaultValue("1s") Duration refresh,
        @DefaultValue("10000") @Positive @Max(100_000) int max,
        @DefaultValue("100000") @Positive @Max(1_000_000) int usedChallenges,
        @DefaultValue("20") @Positive int deviceLogins) {}
