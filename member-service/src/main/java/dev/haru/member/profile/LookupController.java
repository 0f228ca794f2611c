package dev.haru.member.profile;

import dev.haru.member.auth.TokenClient;
import dev.haru.member.auth.TokenOwner;
import dev.haru.platform.identity.Freshness;
import dev.haru.platform.identity.Identified;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells the neighbours who somebody is. No transaction is open while auth-service is asked. */
@Hidden
@RestController
@RequestMapping("/internal/members")
class LookupController {

    private final BearerTokenResolver tokens = new DefaultBearerTokenResolver();
    private final TokenClient tokenClient;
    private final MemberRepository members;

    LookupController(TokenClient tokenClient, MemberRepository members) {
        this.tokenClient = tokenClient;
        this.members = members;
    }

    /** The member whose access token the neighbour got: in the header, because addresses end up in logs. */
    @GetMapping("/by-access-token")
    TokenOwnerResponse byAccessToken(
            HttpServletRequest request,
            @RequestHeader(name = HttpHeaders.CACHE_CONTROL, required = false) @Nullable String cacheControl) {
        Freshness freshness = Freshness.of(cacheControl);
        Identified<TokenOwner> owner = Optional.ofNullable(tokens.resolve(request))
                .flatMap(token -> tokenClient.ownerOf(token, freshness))
                .orElseThrow(() -> new InvalidBearerTokenException("the access token is not active"));
        return members.findIdentity(owner.accountId())
                .map(member -> TokenOwnerResponse.of(member, owner))
                .orElseThrow(ProfileNotReady::yet);
    }

    @GetMapping("/by-id/{id}")
    MemberResponse byId(@PathVariable UUID id) {
        return members.findIdentity(id).map(MemberResponse::of).orElseThrow(() -> MemberNotFound.withId(id));
    }

    @GetMapping("/by-email/{email}")
    MemberResponse byEmail(@PathVariable String email) {
        return members.findIdentityByEmail(email).map(MemberResponse::of).orElseThrow(MemberNotFound::withEmail);
    }

    /**
     * Whose token it is.
     *
     * @param sessionId the session that the token belongs to, by which it may be revoked
     * @param ageMillis time since auth-service read of the token in its database: who keeps it must count from then
     */
    record TokenOwnerResponse(
            UUID memberId,
            @Nullable UUID sessionId,
            String nickname,
            String regionName,
            String timeZone,
            Instant tokenExpiresAt,
            long ageMillis) {

        static TokenOwnerResponse of(Identity member, Identified<TokenOwner> owner) {
            return new TokenOwnerResponse(
                    member.memberId(),
                    owner.sessionId(),
                    member.nickname(),
                    member.regionName(),
                    member.timeZone(),
                    owner.expiresAt(),
                    owner.ageMillis());
        }
    }

    record MemberResponse(
            UUID memberId, String nickname, @Nullable String email, String regionName, String timeZone) {

        static MemberResponse of(Identity member) {
            return new MemberResponse(
                    member.memberId(), member.nickname(), member.email(), member.regionName(), member.timeZone());
        }
    }
}
