package dev.haru.auth.passkey;

import java.util.List;

/**
 * A verified new passkey.
 *
 * @param challenge the challenge that it answers
 * @param credential the attested credential data
 * @param signCount 0 if the authenticator does not count
 */
record NewPasskey(
        byte[] challenge,
        byte[] credentialId,
        byte[] credential,
        long signCount,
        boolean backupEligible,
        boolean backedUp,
        List<String> transports) {}
