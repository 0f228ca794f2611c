package dev.haru.auth.mail;

import java.time.Duration;

/**
 * A maximum of mails with one template in a sliding window.
 *
 * @param scope which mails count
 * @param window the length of the window; in {@code Retry-After}, the longest wait for room
 * @param mails the maximum
 */
public record MailLimit(Scope scope, Duration window, int mails) {

    /** Which mails count. */
    public enum Scope {
        /** The mails to the address. */
        RECIPIENT,
        /** The mails to the address that the same account requested. */
        RECIPIENT_AND_ACCOUNT,
        /** The mails that the account requested, to any address. */
        ACCOUNT,
        /** The pending mails of all templates. */
        OUTBOX
    }

    /** Returns the key of the message that explains the limit. */
    String messageKey() {
        return switch (scope) {
            case RECIPIENT, RECIPIENT_AND_ACCOUNT -> "detail.too-many-mails.recipient";
            case ACCOUNT -> "detail.too-many-mails.account";
            case OUTBOX -> "detail.too-many-mails.outbox";
        };
    }
}
