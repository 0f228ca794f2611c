package dev.haru.auth.operator;

import dev.haru.platform.code.Coded;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The roles of operators. Each includes the roles before it. */
enum Role implements Coded {
    /** Reads accounts, and acts on accounts without a role. */
    SUPPORT,
    /** Also acts on operators, and changes roles. */
    ADMIN;

    /** The code for an account without a role. */
    static final String NONE = "none";

    /** The codes that a request may have. */
    static final String CODES = "none, support, admin";

    /** Returns the code that the database and the API use. */
    @Override
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether this role includes another one. */
    boolean includes(Role other) {
        return compareTo(other) >= 0;
    }

    /** Returns the role with this code; empty for {@link #NONE} and for an unknown code, which permits nothing. */
    static Optional<Role> ofCode(@Nullable String code) {
        return Arrays.stream(values()).filter(role -> role.code().equals(code)).findFirst();
    }

    /** Returns the code of a role, or {@link #NONE}. */
    static String codeOf(@Nullable Role role) {
        return role == null ? NONE : role.code();
    }
}
