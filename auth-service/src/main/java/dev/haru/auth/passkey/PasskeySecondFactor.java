package dev.haru.auth.passkey;

import dev.haru.auth.event.Origin;
import dev.haru.auth.factor.FactorProblem;
import dev.haru.auth.factor.PendingSignIn;
import dev.haru.auth.factor.SecondFactorAttempt;
import dev.haru.auth.factor.SecondFactorSignIn;
import dev.haru.auth.factor.SignInTransactions;
import dev.haru.auth.session.OpenedSession;
import dev.haru.platform.device.DeviceToken;
import dev.haru.platform.device.DeviceTokens;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Completes a sign-in by password with a passkey as second factor. */
@Component
class PasskeySecondFactor {

    private final RelyingParty party;
    private final PasskeyChallenges challenges;
    private final PasskeyVerification verification;
    private final PasskeyStore store;
    private final PasskeyProperties properties;
    private final DeviceTokens devices;
    private final SignInTransactions transactions;
    private final SecondFactorSignIn signIn;

    PasskeySecondFactor(
            RelyingParty party,
            PasskeyChallenges challenges,
            PasskeyVerification verification,
            PasskeyStore store,
            PasskeyProperties properties,
            DeviceTokens devices,
            SignInTransactions transactions,
            SecondFactorSignIn signIn) {
        this.party = party;
        this.challenges = challenges;
        this.verification = verification;
        this.store = store;
        this.properties = properties;
        this.devices = devices;
        this.transactions = transactions;
        this.signIn = signIn;
    }

    /** Throws the 401 problem {@code invalid-transaction} for an unknown, used or expired transaction. */
    PasskeyRequestOptions options(String transaction, @Nullable String deviceCookie) {
        party.requireConfigured();
        @Nullable UUID device = devices.verify(deviceCookie).map(DeviceToken::device).orElse(null);
        PendingSignIn pending = transactions.find(transaction, device).orElseThrow(FactorProblem::invalidTransaction);
        return PasskeyRequestOptions.of(
                properties,
                challenges.issue(Ceremony.SECOND_FACTOR, transaction),
                store.list(pending.credentials().accountId()));
    }

    /** Opens the session. A wrong response counts in the login guard like each wrong second factor. */
    OpenedSession complete(AssertionCredential credential, SecondFactorAttempt attempt) {
        party.requireConfigured();
        return signIn.complete(
                attempt, account -> passes(account, credential, attempt.transaction(), attempt.origin()));
    }

    private boolean passes(UUID account, AssertionCredential credential, String transaction, Origin origin) {
        try {
            return verification.use(
                    verification.verify(Ceremony.SECOND_FACTOR, transaction, account, credential, origin));
        } catch (InvalidPasskey wrong) {
            return false;
        }
    }
}
