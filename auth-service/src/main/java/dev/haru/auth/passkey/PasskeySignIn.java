package dev.haru.auth.passkey;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.auth.device.DeviceCookies;
import dev.haru.auth.device.SignInDevice;
import dev.haru.auth.event.Origin;
import dev.haru.auth.session.OpenedSession;
import dev.haru.auth.session.SessionOpener;
import dev.haru.auth.session.TokenResponse;
import dev.haru.platform.device.DeviceToken;
import dev.haru.platform.device.DeviceTokens;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Signs in by a passkey alone, which counts as both factors because its authenticator has verified the user. The login
 * guard does not count it, because nobody can guess a signature; so an attacked owner signs in from a blocked address,
 * too.
 */
@Component
class PasskeySignIn {

    private final RelyingParty party;
    private final PasskeyChallenges challenges;
    private final PasskeyVerification verification;
    private final PasskeyProperties properties;
    private final Accounts accounts;
    private final DeviceTokens devices;
    private final DeviceCookies cookies;
    private final SessionOpener sessions;

    PasskeySignIn(
            RelyingParty party,
            PasskeyChallenges challenges,
            PasskeyVerification verification,
            PasskeyProperties properties,
            Accounts accounts,
            DeviceTokens devices,
            DeviceCookies cookies,
            SessionOpener sessions) {
        this.party = party;
        this.challenges = challenges;
        this.verification = verification;
        this.properties = properties;
        this.accounts = accounts;
        this.devices = devices;
        this.cookies = cookies;
        this.sessions = sessions;
    }

    PasskeyRequestOptions options() {
        party.requireConfigured();
        return PasskeyRequestOptions.of(properties, challenges.issue(Ceremony.SIGN_IN, ""), List.of());
    }

    /** Opens a session of the account that the response names. Throws {@link InvalidPasskey}. */
    OpenedSession signIn(AssertionCredential credential, @Nullable String deviceCookie, Origin origin) {
        VerifiedPasskey verified = verification.verify(Ceremony.SIGN_IN, "", null, credential, origin);
        if (!verification.use(verified)) {
            throw InvalidPasskey.challenge(Ceremony.SIGN_IN);
        }
        Optional<DeviceToken> token = devices.verify(deviceCookie);
        @Nullable UUID known = token.map(DeviceToken::device).orElse(null);
        // The second try is for an account whose hash was replaced in the meantime.
        return open(verified, token, known, origin)
                .or(() -> open(verified, token, known, origin))
                .orElseThrow(() -> InvalidPasskey.of(Ceremony.SIGN_IN));
    }

    private Optional<OpenedSession> open(
            VerifiedPasskey verified, Optional<DeviceToken> token, @Nullable UUID known, Origin origin) {
        Credentials credentials = accounts.credentialsOf(verified.account(), known)
                .filter(Credentials::secondFactor)
                // An end of all sessions since the verification may have removed the passkey.
                .filter(now -> now.epoch() == verified.epoch())
                .orElseThrow(() -> InvalidPasskey.of(Ceremony.SIGN_IN));
        SignInDevice device = cookies.deviceOf(token, credentials.deviceKnown());
        Optional<TokenResponse> tokens = sessions.open(credentials, device, origin);
        return tokens.map(opened ->
                new OpenedSession(opened, cookies.renewed(token, device, verified.account(), verified.nicknameKey())));
    }
}
