package dev.haru.schedule.member;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;

@FeignClient("member-service")
interface MemberApi {

    @GetMapping("/internal/members/by-access-token")
    TokenOwner byAccessToken(
            @RequestHeader(HttpHeaders.AUTHORIZATION) String authorization,
            @RequestHeader(name = HttpHeaders.CACHE_CONTROL, required = false) @Nullable String cacheControl);

    /** The session and the ages are of member-service's newer versions. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record TokenOwner(
            UUID memberId,
            @Nullable UUID sessionId,
            ZoneId timeZone,
            Instant tokenExpiresAt,
            @Nullable Long ageMillis,
            @Nullable Long profileAgeMillis) {

        public TokenOwner {
            Objects.requireNonNull(memberId, "memberId");
            Objects.requireNonNull(timeZone, "timeZone");
            Objects.requireNonNull(tokenExpiresAt, "tokenExpiresAt");
        }
    }
}
