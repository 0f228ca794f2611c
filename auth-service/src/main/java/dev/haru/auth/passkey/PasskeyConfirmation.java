package dev.haru.auth.passkey;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.proof.FreshProofs;
import dev.haru.auth.session.Confirmation;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Gives a session a fresh proof by a passkey, which counts as password and second factor. */
@Component
class PasskeyConfirmation {

    private static final int TRIES = 2;

    private final RelyingParty party;
    private final PasskeyChallenges challenges;
    private final PasskeyVerification verification;
    private final PasskeyStore store;
    private final PasskeyProperties properties;
    private final Accounts accounts;
    private final FreshProofs proofs;
    private final SecurityEvents events;
    private final TransactionTemplate transaction;

    PasskeyConfirmation(
            RelyingParty party,
            PasskeyChallenges challenges,
            PasskeyVerification verification,
            PasskeyStore store,
            PasskeyProperties properties,
            Accounts accounts,
            FreshProofs proofs,
            SecurityEvents events,
            PlatformTransactionManager transactions) {
        this.party = party;
        this.challenges = challenges;
        this.verification = verification;
        this.store = store;
        this.properties = properties;
        this.accounts = accounts;
        this.proofs = proofs;
        this.events = events;
        this.transaction = new TransactionTemplate(transactions);
    }

    PasskeyRequestOptions options(UUID account, UUID session) {
        party.requireConfigured();
        return PasskeyRequestOptions.of(
                properties,
                challenges.issue(Ceremony.CONFIRMATION, PasskeyChallenges.subject(account, session)),
                store.list(account));
    }

    /** Records the proof. Throws {@link InvalidPasskey}, and the 401 problem if the session has ended. */
    void confirm(UUID account, UUID session, AssertionCredential credential, Origin origin) {
        VerifiedPasskey verified = verification.verify(
                Ceremony.CONFIRMATION, PasskeyChallenges.subject(account, session), account, credential, origin);
        for (int tries = 0; tries < TRIES; tries++) {
            if (renewed(verified, session, origin)) {
                return;
            }
        }
        throw Confirmation.accountClosed();
    }

    /** Returns false, and leaves the response unused, if the stored hash was replaced in the meantime. */
    private boolean renewed(VerifiedPasskey verified, UUID session, Origin origin) {
        UUID account = verified.account();
        String hash = accounts.credentialsOf(account)
                .orElseThrow(Confirmation::accountClosed)
                .passwordHash();
        return transaction.<Boolean>execute(state -> {
            if (!verification.use(verified)) {
                throw InvalidPasskey.challenge(Ceremony.CONFIRMATION);
            }
            if (!proofs.renew(account, session, hash, true)) {
                state.setRollbackOnly();
                return false;
            }
            events.append(account, Kind.PASSKEY_CONFIRMED, origin);
            return true;
        });
    }
}
