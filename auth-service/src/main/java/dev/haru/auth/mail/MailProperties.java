package dev.haru.auth.mail;

import dev.haru.auth.mail.MailLimit.Scope;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Mails.
 *
 * <p>Longer than 120 lines because it keeps the settings and the limits that they define together.
 *
 * @param smtp the mail server
 * @param from the address of the sender; required with a mail server
 * @param publicUrl the URL of the gateway, for links in mails
 * @param poll pause between two rounds of the relay
 * @param measure pause between two measurements of the pending mails, for the metrics
 * @param concurrency mails that a process delivers at the same time, each over a connection of its own
 * @param attempt the longest duration of an attempt; the relay then ends the connection and repeats the attempt later
 * @param lease how long other processes do not deliver a mail that a round has taken; longer than an attempt
 * @param firstPause the pause after the first failed attempt; it doubles with each attempt
 * @param longestPause the longest pause between two attempts
 * @param maxPending maximum of pending mails; further mails are not written. For a notice of a change, it is twice this
 *     number
 * @param perRecipient maximum of mails with one template to one address in an hour; of verification mails, maximum to
 *     one address for one account
 * @param perRecipientDaily maximum of test mails, or of notices with one template, to one address in a day
 * @param verificationsDaily maximum of verification mails to one address in a day, for all accounts together
 * @param verificationsPerAccountDaily maximum of verification mails for one account in a day, to all addresses together
 * @param recoveryPause pause between two recovery mails to one address; with 13 minutes, at most five an hour
 */
@Validated
@ConfigurationProperties("haru.mail")
record MailProperties(
        @Valid @DefaultValue Smtp smtp,
        @DefaultValue("") String from,
        @NotNull @DefaultValue("http://127.0.0.1:8080") URI publicUrl,
        @NotNull @DefaultValue("1s") Duration poll,
        @NotNull @DefaultValue("10s") Duration measure,
        @Min(1) @Max(100) @DefaultValue("4") int concurrency,
        @NotNull @DefaultValue("30s") Duration attempt,
        @NotNull @DefaultValue("2m") Duration lease,
        @NotNull @DefaultValue("5s") Duration firstPause,
        @NotNull @DefaultValue("5m") Duration longestPause,
        @Min(1) @Max(1_000_000) @DefaultValue("10000") int maxPending,
        @Min(1) @Max(1000) @DefaultValue("5") int perRecipient,
        @Min(1) @Max(1000) @DefaultValue("20") int perRecipientDaily,
        @Min(1) @Max(1000) @DefaultValue("60") int verificationsDaily,
        @Min(1) @Max(1000) @DefaultValue("10") int verificationsPerAccountDaily,
        @NotNull @DefaultValue("13m") Duration recoveryPause) {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    /** When a client should repeat a request that found too many pending mails. */
    private static final Duration OUTBOX_PAUSE = Duration.ofMinutes(1);

    /** Returns the limits of mails with a template. */
    List<MailLimit> limitsOf(MailTemplate template) {
        return switch (template) {
            // An account must not use up the mails of another account to the same address.
            case VERIFY_EMAIL ->
                List.of(
                        new MailLimit(Scope.ACCOUNT, DAY, verificationsPerAccountDaily),
                        new MailLimit(Scope.RECIPIENT_AND_ACCOUNT, HOUR, perRecipient),
                        new MailLimit(Scope.RECIPIENT, DAY, verificationsDaily));
            // No maximum for a day, so that requests of other clients never leave the mailbox without a valid link.
            case RECOVERY -> List.of(new MailLimit(Scope.RECIPIENT, recoveryPause, 1));
            case TEST,
                    EMAIL_CHANGED,
                    EMAIL_REMOVED,
                    EMAIL_RESTORED,
                    PASSWORD_RECOVERED,
                    NEW_DEVICE,
                    PASSWORD_CHANGED,
                    FACTOR_CHANGED,
                    REFRESH_TOKEN_REUSED,
                    TOKEN_CREATED,
                    DATA_EXPORTED,
                    ACCOUNT_ERASED,
                    FORMER_ADDRESS,
                    ACCOUNT_SECURED ->
                List.of(
                        new MailLimit(Scope.RECIPIENT, DAY, perRecipientDaily),
                        new MailLimit(Scope.RECIPIENT, HOUR, perRecipient));
        };
    }

    /** Returns the limit of pending mails; higher for notices, so that a flood of other mails suppresses none. */
    MailLimit pendingLimitOf(MailTemplate template) {
        return new MailLimit(Scope.OUTBOX, OUTBOX_PAUSE, template.hasReservedRoom() ? mostPending() : maxPending);
    }

    /** Returns the maximum of pending mails, including notices. */
    int mostPending() {
        return 2 * maxPending;
    }

    boolean isConfigured() {
        return !smtp.host().isBlank();
    }

    @AssertTrue(message = "must be the address of the sender, because haru.mail.smtp.host is set") boolean isFromValid() {
        return !isConfigured() || MailAddress.of(from).isPresent();
    }

    /**
     * The mail server.
     *
     * @param host its name; empty for none, and then nothing is sent
     * @param port its port: 587 for {@code starttls}, 465 for {@code tls}
     * @param username the user of the authentication; empty for none
     * @param password the password of the authentication
     * @param security how the connection is encrypted
     * @param bundle the SSL bundle with the certificate authority of the server; empty for those of the JVM
     * @param connectTimeout the longest wait for a connection
     * @param readTimeout the longest wait for each reply, and for each write
     */
    record Smtp(
            @DefaultValue("") String host,
            @Min(1) @Max(65_535) @DefaultValue("587") int port,
            @DefaultValue("") String username,
            @DefaultValue("") String password,
            @NotNull @DefaultValue("starttls") Security security,
            @DefaultValue("") String bundle,
            @NotNull @DefaultValue("5s") Duration connectTimeout,
            @NotNull @DefaultValue("10s") Duration readTimeout) {

        @Override
        public String toString() {
            return "Smtp[host=" + host + ", port=" + port + ", security=" + security + "]";
        }
    }

    /** How the connection to the mail server is encrypted. */
    enum Security {
        /** Not at all; only for a mail server on the same machine. */
        NONE,
        /** By STARTTLS, which the server must offer. */
        STARTTLS,
        /** From the first byte. */
        TLS
    }
}
