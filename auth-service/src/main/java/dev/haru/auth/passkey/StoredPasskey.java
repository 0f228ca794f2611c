package dev.haru.auth.passkey;

import java.util.UUID;

/**
 * A passkey as a response is verified against it.
 *
 * @param nicknameKey the key of its owner's nickname
 * @param epoch the session epoch of its owner
 * @param credential the attested credential data
 * @param challengeUsed whether the challenge of the response was used before
 */
record StoredPasskey(
        UUID account,
        String nicknameKey,
        long epoch,
        UUID factor,
        byte[] credential,
        long signCount,
        boolean backupEligible,
        boolean backedUp,
        boolean challengeUsed) {}
