package dev.haru.schedule.member;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;

@FeignClient("member-service")
interface MemberApi {

    @GetMapping("/internal/members/by-access-token")
    TokenOwner byAccessToken(
            @RequestHeader(HttpHeaders.AUTHORIZATION) String authorization,
            @RequestHeader(name = HttpHeaders.CACHE_CONTROL, required = false) @Nullable String cacheControl);

    /** Looks up several tokens at once. The answer for a token is null if the token needs a look-up of its own. */
    @PostMapping("/internal/members/by-access-tokens")
    TokenOwners byAccessTokens(@RequestBody Tokens tokens);

    record Tokens(List<String> tokens) {

        @Override
        public String toString() {
            return "Tokens[…]";
        }
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    record TokenOwners(List<@Nullable TokenAnswer> answers) {

        public TokenOwners {
            Objects.requireNonNull(answers, "answers");
        }
    }

    /** The answer for one token. Without an owner, the token belongs to no member. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record TokenAnswer(@Nullable TokenOwner owner) {}

    /**
     * Older versions of member-service send neither the session nor the ages. {@code scope} has the scopes of a
     * personal access token; a token of a session has none.
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record TokenOwner(
            UUID memberId,
            @Nullable UUID sessionId,
            ZoneId timeZone,
            Instant tokenExpiresAt,
            @Nullable String scope,
            @Nullable Long ageMillis,
            @Nullable Long profileAgeMillis) {

        public TokenOwner {
            Objects.requireNonNull(memberId, "memberId");
            Objects.requireNonNull(timeZone, "timeZone");
            Objects.requireNonNull(tokenExpiresAt, "tokenExpiresAt");
        }
    }
}
