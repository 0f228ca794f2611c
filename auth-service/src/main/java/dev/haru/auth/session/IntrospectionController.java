package dev.haru.auth.session;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.haru.platform.identity.CachedIdentity;
import dev.haru.platform.identity.Freshness;
import dev.haru.platform.security.InternalCall;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/**
 * Introspection of access tokens and personal access tokens for other services. The response uses the names of RFC
 * 7662.
 *
 * <p>Longer than 120 lines because the request and response records stand beside their endpoints.
 */
@Hidden
@RestController
class IntrospectionController {

    private static final int MOST_TOKENS = 100;

    /** A limit above the length of any token. The client service rejects malformed tokens before it calls. */
    private static final int LONGEST_TOKEN = 200;

    private final AccessTokens tokens;

    IntrospectionController(AccessTokens tokens) {
        this.tokens = tokens;
    }

    @InternalCall(client = "member-service", warmUp = true)
    @PostMapping("/internal/tokens/introspect")
    Introspection introspect(
            @RequestHeader(name = HttpHeaders.CACHE_CONTROL, required = false) @Nullable String cacheControl,
            @Valid @RequestBody IntrospectionForm form) {
        return tokens.ownerOf(form.token(), Freshness.of(cacheControl))
                .map(Introspection::of)
                .orElse(Introspection.INACTIVE);
    }

    /**
     * Introspects many tokens. The results have the order of the tokens; null means that the client service must
     * introspect the token alone.
     */
    @InternalCall(client = "member-service", warmUp = true)
    @PostMapping("/internal/tokens/introspect-many")
    Introspections introspectMany(@Valid @RequestBody IntrospectionsForm form) {
        Map<String, Introspection> introspections =
                HashMap.newHashMap(form.tokens().size());
        tokens.ownersOf(form.tokens())
                .forEach((token, owner) ->
                        introspections.put(token, owner.map(Introspection::of).orElse(Introspection.INACTIVE)));
        return new Introspections(form.tokens().stream()
                .<@Nullable Introspection>map(introspections::get)
                .toList());
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    record IntrospectionForm(
            @NotNull @Size(max = LONGEST_TOKEN) String token) {

        @Override
        public String toString() {
            return "IntrospectionForm[secret]";
        }
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    record IntrospectionsForm(
            @NotNull @Size(min = 1, max = MOST_TOKENS) List<@NotNull @Size(max = LONGEST_TOKEN) String> tokens) {

        @Override
        public String toString() {
            return "IntrospectionsForm[secret]";
        }
    }

    record Introspections(List<@Nullable Introspection> introspections) {}

    /**
     * Whether a token is active, and its owner.
     *
     * @param sub the account's id, which is also the member's id
     * @param sid the session's id; for a personal access token its own id, whose revocation is published like the end
     *     of a session
     * @param exp when the token expires, in seconds since 1970
     * @param scope the scopes of a personal access token, separated by spaces; null for a token of a session, which
     *     permits everything. Services of the previous version never ask about a personal access token
     * @param ageMillis time since this result was read from the database; a cache must count its age from then
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Introspection(
            boolean active,
            @Nullable UUID sub,
            @Nullable UUID sid,
            @Nullable Long exp,
            @Nullable String scope,
            @Nullable Long ageMillis) {

        static final Introspection INACTIVE = new Introspection(false, null, null, null, null, null);

        static Introspection of(CachedIdentity<SignedIn> owner) {
            return new Introspection(
                    true,
                    owner.accountId(),
                    owner.sessionId(),
                    owner.expiresAt().getEpochSecond(),
                    owner.value().scopes().codes(),
                    owner.ageMillis());
        }
    }
}
