package dev.haru.schedule.member;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.core.OAuth2TokenIntrospectionClaimNames;

/** The member who calls: who it is, and until when the token at hand says so. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Member(UUID memberId, Instant tokenExpiresAt) implements OAuth2AuthenticatedPrincipal {

    public Member {
        Objects.requireNonNull(memberId, "memberId");
        Objects.requireNonNull(tokenExpiresAt, "tokenExpiresAt");
    }

    @Override
    public String getName() {
        return memberId.toString();
    }

    @Override
    public Map<String, Object> getAttributes() {
        return Map.of(
                OAuth2TokenIntrospectionClaimNames.SUB,
                getName(),
                OAuth2TokenIntrospectionClaimNames.EXP,
                tokenExpiresAt);
    }

    @Override
    public List<GrantedAuthority> getAuthorities() {
        return List.of();
    }
}
