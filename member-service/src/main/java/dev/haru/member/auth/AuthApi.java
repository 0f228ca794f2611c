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

    /**
     * Introspects many tokens in one call. The entry of a token is null if this service must introspect the token in a
     * separate call.
     */
    @PostMapping("/internal/tokens/introspect-many")
    Introspections introspectMany(@RequestBody Tokens tokens);

    @PutMapping("/internal/accounts/{id}/identifiers")
    AccountVersion identify(
            @PathVariable("id") UUID id,
            @RequestBody IdentifiersChange change,
            @RequestHeader(HttpHeaders.ACCEPT_LANGUAGE) String language);

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
     * since the epoch. {@code scope} has the scopes of a personal access token; a token of a session has none. RFC 7662
     * does not define {@code ageMillis}; auth-service adds it.
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Introspection(
            boolean active,
            @Nullable UUID sub,
            @Nullable UUID sid,
            @Nullable Long exp,
            @Nullable String scope,
            @Nullable Long ageMillis) {}

    /**
     * The new identifiers, with the session, address and user agent of the request in which the member changes them.
     */
    record IdentifiersChange(
            String nickname,
            @Nullable String email,
            @Nullable UUID sessionId,
            String address,
            @Nullable String userAgent) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record AccountVersion(long accountVersion) {}
}
