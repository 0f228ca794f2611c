package dev.haru.auth.passkey;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import java.util.Base64;

/** Base64url (<a href="https://www.rfc-editor.org/rfc/rfc4648#section-5">RFC 4648</a>) without padding. */
final class Base64Url {

    private Base64Url() {}

    static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Decodes the text of a field. Throws the 400 problem for this field if it is not base64url.
     *
     * @param field the name of the field in the request
     */
    static byte[] decode(String field, String text) {
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException malformed) {
            throw InvalidRequest.field(field, Message.of("field.base64url"));
        }
    }
}
