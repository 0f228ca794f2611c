package dev.haru.auth.export;

import dev.haru.platform.signing.DerivedKeyCipher;
import dev.haru.platform.signing.SigningKeys;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.springframework.stereotype.Component;

/** Compresses and encrypts the parts of archives. Each part has a key of its own, so that no part replaces another. */
@Component
class PartSeal {

    private static final String PURPOSE = "export-part";

    private final DerivedKeyCipher cipher;

    PartSeal(SigningKeys keys, SecureRandom random) {
        this.cipher = new DerivedKeyCipher(keys, random);
    }

    byte[] seal(UUID export, int position, byte[] text) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(text);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return cipher.encrypt(PURPOSE, idOf(export, position), compressed.toByteArray());
    }

    /** Returns the text of a part; empty if its signing secret was removed. */
    Optional<InputStream> open(UUID export, int position, byte[] sealed) {
        return cipher.decrypt(PURPOSE, idOf(export, position), sealed).map(PartSeal::decompressing);
    }

    private static InputStream decompressing(byte[] compressed) {
        try {
            return new GZIPInputStream(new ByteArrayInputStream(compressed));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static byte[] idOf(UUID export, int position) {
        return ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES)
                .putLong(export.getMostSignificantBits())
                .putLong(export.getLeastSignificantBits())
                .putInt(position)
                .array();
    }
}
