package dev.haru.schedule.member;

import dev.haru.platform.security.ScopedPrincipal;
import dev.haru.platform.security.Scopes;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.core.OAuth2TokenIntrospectionClaimNames;

/**
 * The member who sends the request.
 *
 * @param timeZone the zone in which the member's days begin and end
 * @param tokenExpiresAt when the access token of the request expires
 * @param scopes what the access token of the request permits
 */
public record Member(UUID memberId, ZoneId timeZone, Instant tokenExpiresAt, Scopes scopes) implements ScopedPrincipal {

    /** A member with an access token of a session. */
    public Member(UUID memberId, ZoneId timeZone, Instant tokenExpiresAt) {
        this(memberId, timeZone, tokenExpiresAt, Scopes.SESSION);
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
