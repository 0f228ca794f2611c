package dev.haru.auth.passkey;

import com.webauthn4j.data.AuthenticationData;
import org.jspecify.annotations.Nullable;

/**
 * A signed challenge that was read, and not verified yet.
 *
 * @param userHandle the account that the authenticator names; null for none
 * @param data the same response for the library
 */
record SignedChallenge(byte[] credentialId, byte @Nullable [] userHandle, byte[] challenge, AuthenticationData data) {}
