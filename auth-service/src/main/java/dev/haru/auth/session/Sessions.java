package dev.haru.auth.session;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.auth.device.Devices;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.password.Passwords;
import dev.haru.platform.identity.Revocations;
import java.time.Clock;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Ends the sessions of a member, and changes the password. */
@Component
class Sessions {

    private final Accounts accounts;
    private final Confirmation confirmation;
    private final Passwords passwords;
    private final SessionStore store;
    private final Devices devices;
    private final SecurityEvents events;
    private final Revocations revocations;
    private final Clock clock;
    private final TransactionTemplate transaction;

    Sessions(
            Accounts accounts,
            Confirmation confirmation,
            Passwords passwords,
            SessionStore store,
            Devices devices,
            SecurityEvents events,
            Revocations revocations,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.accounts = accounts;
        this.confirmation = confirmation;
        this.passwords = passwords;
        this.store = store;
        this.devices = devices;
        this.events = events;
        this.revocations = revocations;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    void signOut(SignedIn caller, Origin origin) {
        transaction.executeWithoutResult(_ -> {
            store.end(caller.accountId(), caller.sessionId(), clock.instant());
            events.append(caller.accountId(), Kind.SIGNED_OUT, origin.in(caller.sessionId()));
        });
        revocations.sessionEnded(caller.sessionId());
    }

    /** Ends a session of the caller. Throws {@link SessionNotFound} if the caller has no such open session. */
    void end(SignedIn caller, UUID sessionId, Origin origin) {
        transaction.executeWithoutResult(_ -> {
            if (!store.end(caller.accountId(), sessionId, clock.instant())) {
                throw SessionNotFound.withId(sessionId);
            }
            events.append(caller.accountId(), Kind.SESSION_ENDED, origin.in(sessionId));
        });
        revocations.sessionEnded(sessionId);
    }

    void endOthers(SignedIn caller, Origin origin) {
        transaction.executeWithoutResult(_ -> {
            store.endOthers(caller.accountId(), caller.sessionId(), clock.instant());
            devices.endOthers(caller.accountId(), caller.sessionId());
            events.append(caller.accountId(), Kind.OTHER_SESSIONS_ENDED, origin.in(caller.sessionId()));
        });
        revocations.otherSessionsEnded(caller.accountId(), caller.sessionId());
    }

    /**
     * Changes the caller's password and ends all other sessions. Throws {@link WrongCurrentPassword} for a wrong
     * current password, and a 400 problem if the new password is an identifier of the account.
     */
    void changePassword(SignedIn caller, String current, String replacement, Origin origin) {
        accounts.refuseOwnIdentifier("new", caller.accountId(), replacement);
        boolean changed = confirmation.require(
                caller.accountId(),
                current,
                origin.in(caller.sessionId()),
                confirmed -> changePassword(caller, confirmed, passwords.hash(replacement, origin.client()), origin));
        if (!changed) {
            throw Confirmation.accountClosed();
        }
        revocations.otherSessionsEnded(caller.accountId(), caller.sessionId());
    }

    private boolean changePassword(SignedIn caller, Credentials confirmed, String hash, Origin origin) {
        return transaction.<Boolean>execute(_ -> {
            if (!accounts.replaceHash(confirmed, hash)) {
                return false;
            }
            store.endOthers(caller.accountId(), caller.sessionId(), clock.instant());
            devices.endOthers(caller.accountId(), caller.sessionId());
            events.append(caller.accountId(), Kind.PASSWORD_CHANGED, origin.in(caller.sessionId()));
            return true;
        });
    }
}
