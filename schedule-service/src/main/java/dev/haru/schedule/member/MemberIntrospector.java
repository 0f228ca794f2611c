package dev.haru.schedule.member;

import dev.haru.platform.token.TokenFormat;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.stereotype.Component;

/** Authenticates the member who sends the request. A malformed token is refused without a look-up. */
@Component
class MemberIntrospector implements OpaqueTokenIntrospector {

    private final MemberClient members;

    MemberIntrospector(MemberClient members) {
        this.members = members;
    }

    @Override
    public Member introspect(String token) {
        if (!TokenFormat.isBearerToken(token)) {
            throw new BadOpaqueTokenException("malformed");
        }
        return members.byAccessToken(token).orElseThrow(() -> new BadOpaqueTokenException("not active"));
    }
}
