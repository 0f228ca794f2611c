package dev.haru.auth.mail;

import java.util.Locale;

/** The kinds of mails. Each has a text file and an HTML file in each language, in {@code src/main/resources/mail}. */
public enum MailTemplate {
    /** Shows an operator that mails arrive. */
    TEST,
    /** A link and a code, which verify an address. */
    VERIFY_EMAIL,
    /** To the former address after a change. */
    EMAIL_CHANGED,
    /** To the former address after a removal. */
    EMAIL_REMOVED,
    /** To the replaced address after a change was undone. */
    EMAIL_RESTORED,
    /** A link that sets a new password. */
    RECOVERY,
    /** After a recovery. */
    PASSWORD_RECOVERED,
    /** After a sign-in from an unknown device. */
    NEW_DEVICE,
    /** After a change of the password. */
    PASSWORD_CHANGED,
    /** After a change of the second factors or recovery codes, and after the use of a recovery code. */
    FACTOR_CHANGED,
    /** After the reuse of a refresh token ended a session. */
    REFRESH_TOKEN_REUSED,
    /** After the creation of a personal access token. */
    TOKEN_CREATED,

    /** After the request of an export of all data. */
    DATA_EXPORTED,

    /** After the begin of an erasure. */
    ACCOUNT_ERASED,

    /** To a former address that can be restored, after each event whose notice goes to the verified address. */
    FORMER_ADDRESS,

    /** A link that sets a new password, after the link of another mail ended all sessions. */
    ACCOUNT_SECURED;

    /** Whether a change is committed only together with its mail, because a thief can have made the change. */
    boolean isMandatory() {
        return switch (this) {
            case EMAIL_CHANGED, EMAIL_REMOVED, PASSWORD_RECOVERED -> true;
            // A limit of mails must not prevent an owner from undoing a change.
            case TEST, VERIFY_EMAIL, EMAIL_RESTORED, RECOVERY -> false;
            case NEW_DEVICE, PASSWORD_CHANGED, FACTOR_CHANGED, REFRESH_TOKEN_REUSED, ACCOUNT_SECURED -> false;
            case TOKEN_CREATED, DATA_EXPORTED, ACCOUNT_ERASED, FORMER_ADDRESS -> false;
        };
    }

    /** Whether the mail has room in the outbox that a flood of other mails cannot fill. */
    boolean hasReservedRoom() {
        return switch (this) {
            case EMAIL_CHANGED, EMAIL_REMOVED, PASSWORD_RECOVERED -> true;
            case NEW_DEVICE, PASSWORD_CHANGED, FACTOR_CHANGED, REFRESH_TOKEN_REUSED, ACCOUNT_SECURED -> true;
            case TOKEN_CREATED, DATA_EXPORTED, ACCOUNT_ERASED, FORMER_ADDRESS -> true;
            case TEST, VERIFY_EMAIL, EMAIL_RESTORED, RECOVERY -> false;
        };
    }

    /** Returns the name that files, the table and metrics use. */
    String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
