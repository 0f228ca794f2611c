package dev.haru.auth.guard;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * When the login guard asks for proof of work, and when it refuses.
 *
 * @param secrets keys that sign challenges and device cookies, at least 32 characters each: the first one signs, all
 *     verify, so that one can be put in front of another
 * @param window how long a failure counts
 * @param suspicious failures in a window from which on a challenge must be solved
 * @param hostile failures in a window from which on attempts are refused
 * @param spraying failures in a window from which on every client without a known device is challenged
 * @param signUp registrations in a window
 * @param block how long a hostile address is refused
 * @param challenge the proof of work
 * @param localFallbackDivisor what all limits are divided by while Redis is away and each process counts for itself
 * @param redisPause how long Redis is not called after it did not answer
 * @param challengeMemory for how long a challenge is required again from memory; what another process counts or an
 *     operator clears there takes effect that much later
 */
@Validated
@ConfigurationProperties("haru.login-guard")
record LoginGuardProperties(
        @NotEmpty List<@Size(min = 32) String> secrets,
        @NotNull @DefaultValue("1m") Duration window,
        @Valid @DefaultValue Suspicious suspicious,
        @Valid @DefaultValue Hostile hostile,
        @Valid @DefaultValue Spraying spraying,
        @Valid @DefaultValue SignUp signUp,
        @NotNull @DefaultValue("3m") Duration block,
        @Valid @DefaultValue Challenge challenge,
        @Min(1) @DefaultValue("2") int localFallbackDivisor,
        @NotNull @DefaultValue("1s") Duration redisPause,

        @NotNull @DurationMin(millis = 1) @DurationMax(seconds = 10) @DefaultValue("1s")
        Duration challengeMemory) {

    /**
     * Failures that ask for a challenge.
     *
     * @param address of one address prefix: a café has some typing errors a minute
     * @param account at one account from anywhere
     * @param pair of one address prefix at one account: the third typing error
     */
    record Suspicious(
            @Min(1) @DefaultValue("20") int address,
            @Min(1) @DefaultValue("10") int account,
            @Min(1) @DefaultValue("3") int pair) {}

    /**
     * Failures that end attempts.
     *
     * @param address failures and unsolved challenges of one address prefix, whose unsolved sign-ins are then blocked
     * @param solvedAddress failures of one address prefix from which on solved sign-ins are refused, too; above
     *     {@code address}, so that a client that solves one challenge gets past the block
     * @param account at one account from anywhere, known devices apart
     * @param pair of one address prefix at one account; far below the address, so that one guesser at one account does
     *     not get everybody behind the same address blocked
     * @param device with one device cookie, which is then no use for the rest of the window
     * @param confirmation failed confirmations of one account's password, which are then blocked
     */
    record Hostile(
            @Min(1) @Max(1000) @DefaultValue("100") int address,
            @Min(1) @Max(1000) @DefaultValue("200") int solvedAddress,
            @Min(1) @Max(1000) @DefaultValue("100") int account,
            @Min(1) @Max(1000) @DefaultValue("10") int pair,
            @Min(1) @Max(1000) @DefaultValue("10") int device,
            @Min(1) @Max(1000) @DefaultValue("10") int confirmation) {}

    /**
     * Failures that no single address or account shows.
     *
     * @param password with the same password, at any account
     * @param all with any password at any account; above what typing errors alone come to in a busy minute
     */
    record Spraying(
            @Min(1) @Max(1000) @DefaultValue("10") int password,
            @Min(1) @Max(10_000) @DefaultValue("300") int all) {}

    /**
     * The budget of registrations.
     *
     * @param enabled whether it applies; off where many members register from one address, such as in a load test
     * @param limit registrations of one address prefix in a window, beyond which a challenge is required
     */
    record SignUp(
            @DefaultValue("true") boolean enabled,
            @Min(1) @Max(1000) @DefaultValue("20") int limit) {}

    /**
     * The proof of work. The number to find is doubled with each doubling of the failures.
     *
     * @param life how long a challenge can be solved
     * @param easiest the number to find is at most this at first: half as many SHA-256 on average, well under a second
     *     in a browser
     * @param hardest and never more than this
     */
    record Challenge(
            @NotNull @DefaultValue("5m") Duration life,
            @Min(1) @DefaultValue("50000") long easiest,
            @Min(1) @DefaultValue("800000") long hardest) {}

    @Override
    public String toString() {
        return "LoginGuardProperties[window=" + window + ", suspicious=" + suspicious + ", hostile=" + hostile + "]";
    }
}
