package dev.haru.member.auth;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;

@FeignClient("auth-service")
interface AuthApi {

    @PostMapping("/internal/tokens/introspect")
    Introspection introspect(
            @RequestBody Token token,
            @RequestHeader(name = HttpHeaders.CACHE_CONTROL, required = false) @Nullable String cacheControl);

    /** Null for a token that must be asked for alone. */
    @PostMapping("/internal/tokens/introspect-many")
    Introspections introspectMany(@RequestBody Tokens tokens);

    @PutMapping("/internal/accounts/{id}/identifiers")
    CachedIdentity identify(@PathVariable("id") UUID id, @RequestBody IdentifiersChange change);

    record Token(String token) {

        @Override
        public String toString() {
            return "Token[…]";
        }
    }

    record Tokens(List<String> tokens) {

        @Override
        public String toString() {
            return "Tokens[…]";
        }
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Introspections(List<@Nullable Introspection> introspections) {

        public Introspections {
            Objects.requireNonNull(introspections, "introspections");
        }
    }

    /**
     * The names are those of RFC 7662: {@code sub} is the member, {@code sid} the session, {@code exp} is in seconds
     * since the epoch. The age is auth-service's own addition.
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Introspection(
            boolean active,
            @Nullable UUID sub,
            @Nullable UUID sid,
            @Nullable Long exp,
            @Nullable Long ageMillis) {}

    /** The identifiers, and the session, address and user agent of the member's call. */
    record IdentifiersChange(
            String nickname,
            @Nullable String email,
            @Nullable UUID sessionId,
            String address,
            @Nullable String userAgent) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record CachedIdentity(long accountVersion) {}
}
