package dev.haru.member.auth;

import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/** The nickname, normalised to NFKC as auth-service stores it, and the e-mail address of an account. */
public record Identifiers(String nickname, @Nullable String email) {

    public Identifiers {
        nickname = Normalizer.normalize(nickname, Normalizer.Form.NFKC);
    }
}
