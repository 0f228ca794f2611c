package dev.haru.schedule.firstpage;

import dev.haru.platform.encoding.Gzip;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/** A page as it is sent: the JSON, the gzipped JSON, and the entity tag of each. */
final class FirstPage {

    /** The bytes of a SHA-256 that suffice to distinguish two pages. */
    private static final int TAG_BYTES = 16;

    private final Content plain;
    private final Content gzipped;
    private final String language;

    private FirstPage(Content plain, Content gzipped, String language) {
        this.plain = plain;
        this.gzipped = gzipped;
        this.language = language;
    }

    /** Derives the entity tags from the content, so that replicas agree. */
    static FirstPage of(byte[] json, String language) {
        String tag = tagOf(json);
        // The gzipped page has a tag of its own, because its bytes differ (RFC 9110, section 8.8.3.3).
        return new FirstPage(
                new Content('"' + tag + '"', json), new Content('"' + tag + "-gzip\"", Gzip.compress(json)), language);
    }

    Content plain() {
        return plain;
    }

    Content gzipped() {
        return gzipped;
    }

    String language() {
        return language;
    }

    boolean isOf(byte[] json) {
        return Arrays.equals(plain.bytes, json);
    }

    int size() {
        return plain.bytes.length + gzipped.bytes.length;
    }

    private static String tagOf(byte[] json) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(json);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, TAG_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The bytes of a page and their strong entity tag. */
    static final class Content {

        private final String tag;
        private final byte[] bytes;

        private Content(String tag, byte[] bytes) {
            this.tag = tag;
            this.bytes = bytes;
        }

        String tag() {
            return tag;
        }

        int length() {
            return bytes.length;
        }

        void writeTo(OutputStream out) throws IOException {
            out.write(bytes);
        }
    }
}
