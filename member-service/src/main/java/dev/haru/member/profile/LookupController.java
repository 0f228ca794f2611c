package dev.haru.member.profile;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.haru.member.auth.TokenClient;
import dev.haru.member.auth.TokenOwner;
import dev.haru.platform.identity.CachedIdentity;
import dev.haru.platform.identity.Freshness;
import dev.haru.platform.security.InternalCall;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Tells the neighbours who somebody is. No transaction is open while auth-service is asked. */
@Hidden
@RestController
@RequestMapping("/internal/members")
class LookupController {

    /** Their text fits into a request's head, which 16 KB may have. */
    private static final int MOST_IDS = 100;

    private static final int MOST_TOKENS = 100;

    /** More than any token has. */
    private static final int LONGEST_TOKEN = 200;

    private final BearerTokenResolver tokens = new DefaultBearerTokenResolver();
    private final TokenClient tokenClient;
    private final Profiles profiles;
    private final MemberRepository members;

    LookupController(TokenClient tokenClient, Profiles profiles, MemberRepository members) {
        this.tokenClient = tokenClient;
        this.profiles = profiles;
        this.members = members;
    }

    /** The member whose access token the neighbour got: in the header, because addresses end up in logs. */
    @InternalCall(client = "schedule-service", warmUp = true)
    @GetMapping("/by-access-token")
    TokenOwnerResponse byAccessToken(
            HttpServletRequest request,
            @RequestHeader(name = HttpHeaders.CACHE_CONTROL, required = false) @Nullable String cacheControl) {
        Freshness freshness = Freshness.of(cacheControl);
        CachedIdentity<TokenOwner> owner = Optional.ofNullable(tokens.resolve(request))
                .flatMap(token -> tokenClient.ownerOf(token, freshness))
                .orElseThrow(() -> new InvalidBearerTokenException("the access token is not active"));
        return profiles.find(owner.accountId(), freshness)
                .map(profile -> TokenOwnerResponse.of(profile, owner))
                .orElseThrow(ProfileNotReady::yet);
    }

    /** The members of many access tokens, in their order; null for one that must be asked for alone. */
    @InternalCall(client = "schedule-service", warmUp = true)
    @PostMapping("/by-access-tokens")
    TokenOwnersResponse byAccessTokens(@Valid @RequestBody TokensForm form) {
        Map<String, Optional<CachedIdentity<TokenOwner>>> owners = tokenClient.ownersOf(form.tokens());
        Map<UUID, Optional<CachedIdentity<Profile>>> members = profiles.findAll(owners.values().stream()
                .flatMap(Optional::stream)
                .map(CachedIdentity::accountId)
                .toList());
        Map<String, TokenAnswer> answers = HashMap.newHashMap(owners.size());
        owners.forEach((token, owner) -> {
            if (owner.isEmpty()) {
                answers.put(token, TokenAnswer.NOBODY);
            } else {
                // A profile that is on its way, or is read by somebody else, is for those who ask for one.
                members.getOrDefault(owner.get().accountId(), Optional.empty())
                        .map(profile -> TokenOwnerResponse.of(profile, owner.get()))
                        .ifPresent(response -> answers.put(token, new TokenAnswer(response)));
            }
        });
        return new TokenOwnersResponse(
                form.tokens().stream().<@Nullable TokenAnswer>map(answers::get).toList());
    }

    @InternalCall(client = "schedule-service", warmUp = true)
    @GetMapping("/by-id/{id}")
    MemberResponse byId(@PathVariable UUID id) {
        return profiles.find(id, Freshness.CACHED)
                .map(profile -> MemberResponse.of(profile.value()))
                .orElseThrow(() -> MemberNotFound.withId(id));
    }

    /** Those of many ids that are members, in no order. */
    @InternalCall(client = "schedule-service")
    @GetMapping("/by-ids")
    MembersResponse byIds(@RequestParam @Size(min = 1, max = MOST_IDS) List<UUID> ids) {
        return new MembersResponse(members.findIdentities(Set.copyOf(ids)).stream()
                .map(MemberResponse::of)
                .toList());
    }

    @InternalCall(client = "schedule-service", warmUp = true)
    @GetMapping("/by-email/{email}")
    MemberResponse byEmail(@PathVariable @Size(max = 254) String email) {
        return members.findIdentityByEmail(email).map(MemberResponse::of).orElseThrow(MemberNotFound::withEmail);
    }

    /**
     * Whose token it is.
     *
     * @param sessionId the session that the token belongs to, by which it may be revoked
     * @param ageMillis time since auth-service read of the token in its database: who keeps it must count from then
     * @param profileAgeMillis time since the rest was read in this service's database
     */
    record TokenOwnerResponse(
            UUID memberId,
            @Nullable UUID sessionId,
            String nickname,
            String regionName,
            String timeZone,
            Instant tokenExpiresAt,
            long ageMillis,
            long profileAgeMillis) {

        static TokenOwnerResponse of(CachedIdentity<Profile> profile, CachedIdentity<TokenOwner> owner) {
            Profile member = profile.value();
            return new TokenOwnerResponse(
                    member.memberId(),
                    owner.sessionId(),
                    member.nickname(),
                    member.regionName(),
                    member.timeZone(),
                    owner.expiresAt(),
                    owner.ageMillis(),
                    profile.profileAgeMillis());
        }
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    record TokensForm(
            @NotNull @Size(min = 1, max = MOST_TOKENS) List<@NotNull @Size(max = LONGEST_TOKEN) String> tokens) {

        @Override
        public String toString() {
            return "TokensForm[secret]";
        }
    }

    /**
     * Whose a token is.
     *
     * @param owner null for nobody
     */
    record TokenAnswer(@Nullable TokenOwnerResponse owner) {

        static final TokenAnswer NOBODY = new TokenAnswer(null);
    }

    record TokenOwnersResponse(List<@Nullable TokenAnswer> answers) {}

    record MemberResponse(
            UUID memberId, String nickname, @Nullable String email, String regionName, String timeZone) {

        static MemberResponse of(Profile member) {
            return new MemberResponse(
                    member.memberId(), member.nickname(), member.email(), member.regionName(), member.timeZone());
        }

        static MemberResponse of(Identity member) {
            return new MemberResponse(
                    member.memberId(), member.nickname(), member.email(), member.regionName(), member.timeZone());
        }
    }

    record MembersResponse(List<MemberResponse> members) {}
}
