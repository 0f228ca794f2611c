package dev.haru.auth.mail;

import dev.haru.platform.signing.DerivedKeyCipher;
import dev.haru.platform.signing.SigningKeys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Encrypts pending mails, since they contain addresses, links and codes: the links and codes in a copy of the table are
 * unreadable. Each mail has a key of its own.
 */
@Component
class MailSeal {

    private static final String CONTENT = "mail-content";
    private static final String RECIPIENT = "mail-recipient";
    private static final String ACCOUNT = "mail-account";

    private final SigningKeys keys;
    private final DerivedKeyCipher cipher;

    MailSeal(SigningKeys keys, SecureRandom random) {
        this.keys = keys;
        this.cipher = new DerivedKeyCipher(keys, random);
    }

    /** Encrypts the content of the mail with this id, and returns it in Base64. */
    String seal(UUID id, byte[] content) {
        return Base64.getEncoder().encodeToString(cipher.encrypt(CONTENT, bytes(id), content));
    }

    /** Returns the content; empty if no signing secret opens it, because its secret was removed. */
    Optional<byte[]> open(UUID id, String text) {
        return cipher.decrypt(CONTENT, bytes(id), Base64.getDecoder().decode(text));
    }

    /** Returns the digest by which the mails to an address are counted. */
    byte[] digest(MailAddress recipient) {
        return keys.sign(RECIPIENT, recipient.key().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the digest by which the mails that an account requested are counted. */
    byte[] digest(UUID account) {
        return keys.sign(ACCOUNT, bytes(account));
    }

    /** Returns the digests of an account with all signing secrets, the current one first. */
    List<byte[]> digests(UUID account) {
        return keys.all(ACCOUNT, bytes(account)).toList();
    }

    private static byte[] bytes(UUID id) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }
}
