package dev.haru.platform.security;

import dev.haru.platform.code.Coded;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A part of the API that a personal access token may permit (<a
 * href="https://www.rfc-editor.org/rfc/rfc6749#section-3.3">RFC 6749, section 3.3</a>). No scope includes another one.
 */
public enum Scope implements Coded {
    PROFILE_READ,
    PROFILE_WRITE,
    REPORTS_READ,
    SCHEDULES_READ,
    SCHEDULES_WRITE,
    TEMPLATES_READ,
    TEMPLATES_WRITE;

    private final String code = name().toLowerCase(Locale.ROOT).replace('_', ':');

    /** Returns the code that the API and the database use, such as {@code schedules:read}. */
    @Override
    public String code() {
        return code;
    }

    /** Returns the scope with this code; empty if there is none. */
    public static Optional<Scope> ofCode(String code) {
        return Arrays.stream(values()).filter(scope -> scope.code.equals(code)).findFirst();
    }

    /** Returns all codes, separated by commas, for a message. */
    public static String codes() {
        return Arrays.stream(values()).map(Scope::code).collect(Collectors.joining(", "));
    }
}
