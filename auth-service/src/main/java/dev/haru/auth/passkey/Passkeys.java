package dev.haru.auth.passkey;

import dev.haru.auth.event.Origin;
import dev.haru.auth.factor.FactorChanges;
import dev.haru.auth.factor.FactorChanges.Added;
import dev.haru.auth.factor.FactorKind;
import dev.haru.auth.passkey.PasskeyCreationOptions.PasskeyUser;
import dev.haru.auth.proof.FreshProofs;
import dev.haru.auth.session.Confirmation;
import java.util.List;
import java.util.UUID;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Registers, lists, renames and removes the passkeys of an account. */
@Component
class Passkeys {

    private final RelyingParty party;
    private final PasskeyChallenges challenges;
    private final PasskeyStore store;
    private final FactorChanges changes;
    private final FreshProofs proofs;
    private final PasskeyProperties properties;
    private final TransactionTemplate transaction;

    Passkeys(
            RelyingParty party,
            PasskeyChallenges challenges,
            PasskeyStore store,
            FactorChanges changes,
            FreshProofs proofs,
            PasskeyProperties properties,
            PlatformTransactionManager transactions) {
        this.party = party;
        this.challenges = challenges;
        this.store = store;
        this.changes = changes;
        this.proofs = proofs;
        this.properties = properties;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Begins a registration. Throws the 403 problem without a fresh proof, and 409 at the maximum of passkeys. */
    PasskeyCreationOptions options(UUID account, UUID session) {
        party.requireConfigured();
        proofs.requireNow(account, session);
        String nickname = store.nicknameOf(account).orElseThrow(Confirmation::accountClosed);
        List<Passkey> registered = store.list(account);
        requireRoom(registered.size());
        return PasskeyCreationOptions.of(
                properties,
                new PasskeyUser(Base64Url.encode(PasskeyVerification.handleOf(account)), nickname, nickname),
                challenges.issue(Ceremony.REGISTRATION, PasskeyChallenges.subject(account, session)),
                registered);
    }

    /**
     * Registers a passkey. Returns its id, and the recovery codes if it is the first second factor of the account.
     * Throws {@link InvalidPasskey}, and the problems of {@link #options}.
     */
    Added register(UUID account, UUID session, String name, AttestationCredential credential, Origin origin) {
        party.requireConfigured();
        NewPasskey passkey = party.register(credential);
        var expiresAt = challenges
                .expiryOf(passkey.challenge(), Ceremony.REGISTRATION, PasskeyChallenges.subject(account, session))
                .orElseThrow(() -> InvalidPasskey.challenge(Ceremony.REGISTRATION));
        try {
            return transaction.execute(_ -> {
                changes.begin(account, session);
                if (!store.useChallenge(PasskeyChallenges.digest(passkey.challenge()), expiresAt)) {
                    throw InvalidPasskey.challenge(Ceremony.REGISTRATION);
                }
                requireRoom(store.count(account));
                Added added = changes.add(account, session, FactorKind.PASSKEY, name, origin);
                store.insert(added.id(), passkey);
                return added;
            });
        } catch (DuplicateKeyException registered) {
            throw PasskeyProblem.registered();
        }
    }

    List<Passkey> list(UUID account) {
        return store.list(account);
    }

    /** Throws the 403 problem without a fresh proof, and 404 if the account has no such passkey. */
    void rename(UUID account, UUID session, UUID id, String name) {
        proofs.requireNow(account, session);
        if (!store.rename(account, id, name)) {
            throw PasskeyProblem.notFound(id);
        }
    }

    /**
     * Removes a passkey. Throws the 403 problem without a fresh proof, 404 if the account has no such passkey, and 409
     * if the account has no password and would have fewer than two passkeys.
     */
    void remove(UUID account, UUID session, UUID id, Origin origin) {
        transaction.executeWithoutResult(_ -> {
            changes.begin(account, session);
            if (!store.exists(account, id)) {
                throw PasskeyProblem.notFound(id);
            }
            changes.remove(account, session, id, origin);
        });
    }

    private void requireRoom(int passkeys) {
        if (passkeys >= properties.maxPerAccount()) {
            throw PasskeyProblem.limitReached(properties.maxPerAccount());
        }
    }
}
