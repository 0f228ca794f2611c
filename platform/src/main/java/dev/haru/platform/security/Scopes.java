package dev.haru.platform.security;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The calls that a token permits: all calls for an access token of a session, and the calls of its scopes for a
 * personal access token.
 *
 * @param ofSession whether the token belongs to a session
 * @param scopes the scopes of a personal access token; empty for a token of a session
 */
public record Scopes(boolean ofSession, Set<Scope> scopes) {

    /** The token belongs to a session, so it permits all calls. */
    public static final Scopes SESSION = new Scopes(true, Set.of());

    /** The scopes of a personal access token. */
    public static Scopes of(Collection<Scope> scopes) {
        Set<Scope> sorted = EnumSet.noneOf(Scope.class);
        sorted.addAll(scopes);
        return new Scopes(false, Collections.unmodifiableSet(sorted));
    }

    /**
     * Parses codes that are separated by spaces. A scope of a later version permits nothing in this version.
     *
     * @param codes null for a token of a session, also from a service of the previous version
     */
    public static Scopes parse(@Nullable String codes) {
        return codes == null
                ? SESSION
                : of(Stream.of(codes.split(" ", -1))
                        .map(Scope::ofCode)
                        .flatMap(Optional::stream)
                        .toList());
    }

    /** Whether the token permits the calls of the scope. */
    public boolean permits(Scope scope) {
        return ofSession || scopes.contains(scope);
    }

    /** Returns the codes, separated by spaces, for {@link #parse}; null for a token of a session. */
    public @Nullable String codes() {
        return ofSession ? null : scopes.stream().map(Scope::code).collect(Collectors.joining(" "));
    }
}
