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
 * Limits of the login guard.
 *
 * <p>Longer than 120 lines because it documents every limit.
 *
 * @param secrets keys for challenges and device cookies, at least 32 characters each; the first key signs, all keys
 *     verify, so that a key can be rotated
 * @param window how long a failure counts
 * @param suspicious failures in a window from which a challenge is required
 * @param hostile failures in a window from which attempts are refused
 * @param spraying failures in a window from which all clients without a known device need a challenge
 * @param signUp limit of registrations in a window
 * @param block how long an address is blocked
 * @param challenge the challenge (proof of work)
 * @param localFallbackDivisor divisor of all limits while Redis is unavailable and the local fallback applies
 * @param redisPause how long the login guard does not call Redis after a failed call
 * @param challengeMemory how long the process requires another challenge from memory; changes by other processes or by
 *     an operator take effect after this time
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
     * Failures from which a challenge is required.
     *
     * @param address failures of one address prefix; typing errors of several people must stay below
     * @param account failures at one account from all addresses
     * @param pair failures of one address prefix at one account: the third typing error
     */
    record Suspicious(
            @Min(1) @DefaultValue("20") int address,
            @Min(1) @DefaultValue("10") int account,
            @Min(1) @DefaultValue("3") int pair) {}

    /**
     * Failures from which attempts are refused.
     *
     * @param address failures and unsolved challenges of one address prefix from which its sign-ins without a solved
     *     challenge are blocked
     * @param solvedAddress failures of one address prefix from which sign-ins with a solved challenge are refused, too;
     *     above {@code address}, so that a client with a solved challenge passes the block
     * @param account failures at one account from all addresses, without known devices
     * @param pair failures of one address prefix at one account; far below {@code address}, so that attempts at one
     *     account do not block the whole address prefix
     * @param device failures with one device cookie, which then has no effect for the rest of the window
     * @param confirmation failed confirmations of one account's password from which its confirmations are blocked
     */
    record Hostile(
            @Min(1) @Max(1000) @DefaultValue("100") int address,
            @Min(1) @Max(1000) @DefaultValue("200") int solvedAddress,
            @Min(1) @Max(1000) @DefaultValue("100") int account,
            @Min(1) @Max(1000) @DefaultValue("10") int pair,
            @Min(1) @Max(1000) @DefaultValue("10") int device,
            @Min(1) @Max(1000) @DefaultValue("10") int confirmation) {}

    /**
     * Failures across accounts and addresses.
     *
     * @param password failures with one password, at all accounts
     * @param all failures with all passwords at all accounts; above the typing errors of a busy minute
     */
    record Spraying(
            @Min(1) @Max(1000) @DefaultValue("10") int password,
            @Min(1) @Max(10_000) @DefaultValue("300") int all) {}

    /**
     * The budget of registrations.
     *
     * @param enabled whether the limit applies; false if many members register from one address, for example in a load
     *     test
     * @param limit registrations of one address prefix in a window, above which a challenge is required
     */
    record SignUp(
            @DefaultValue("true") boolean enabled,
            @Min(1) @Max(1000) @DefaultValue("20") int limit) {}

    /**
     * The challenge (proof of work). The number to find doubles with each doubling of the failures.
     *
     * @param life how long a solution is valid
     * @param easiest maximum of the number to find in the first challenge; the average is half as many SHA-256 hashes,
     *     well under a second in a browser
     * @param hardest maximum of the number to find in all challenges
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
