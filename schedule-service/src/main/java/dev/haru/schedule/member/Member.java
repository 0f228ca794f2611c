package dev.haru.schedule.member;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.core.OAuth2TokenIntrospectionClaimNames;

/**
 * The member who sends the request.
 *
 * @param timeZone the zone in which the member's days begin and end
 * @param tokenExpiresAt when the access token of the request expires
 */
public record Member(UUID memberId, ZoneId timeZone, Instant tokenExpiresAt) implements OAuth2AuthenticatedPrincipal {

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
