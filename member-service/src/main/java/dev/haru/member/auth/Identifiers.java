package dev.haru.member.auth;

import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/** The nickname, in NFKC as auth-service keeps it, and the e-mail address under which an account is known. */
public record Identifiers(String nickname, @Nullable String email) {

    public Identifiers {
        nickname = Normalizer.normalize(nickname, Normalizer.Form.NFKC);
    }
}
