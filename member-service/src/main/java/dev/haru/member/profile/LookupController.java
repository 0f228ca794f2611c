package dev.haru.member.profile;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
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

/**
 * Looks up members for client services. No transaction is open during a call to auth-service.
 *
 * <p>Longer than 120 lines because the request and response records stand beside their endpoints.
 */
@Hidden
@RestController
@RequestMapping("/internal/members")
class LookupController {

    /** 100 ids fit into the head of a request, which may have 16 KB. */
    private static final int MAX_IDS = 100;

    private static final int MAX_TOKENS = 100;

    /** More characters than any token has. */
    private static final int MAX_TOKEN_LENGTH = 200;

    private final BearerTokenResolver tokens = new DefaultBearerTokenResolver();
    private final TokenClient tokenClient;
    private final Profiles profiles;
    private final MemberRepository members;

    LookupController(TokenClient tokenClient, Profiles profiles, MemberRepository members) {
        this.tokenClient = tokenClient;
        this.profiles = profiles;
        this.members = members;
    }

    /**
     * Returns the member of the access token in the {@code Authorization} header. The token is not in the URL, because
     * URLs end up in logs.
     */
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

    /**
     * Returns the members of many access tokens, in the order of the tokens. The entry of a token is null if the client
     * service must look up the token in a separate call.
     */
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
                answers.put(token, TokenAnswer.UNKNOWN);
            } else {
                // Null if the profile does not exist yet or another request is reading it. The client service then
                // looks up this token in a separate call.
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

    /** Returns those of the ids that are members, in no particular order. */
    @InternalCall(client = "schedule-service")
    @GetMapping("/by-ids")
    MembersResponse byIds(@RequestParam @Size(min = 1, max = MAX_IDS) List<UUID> ids) {
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
     * The owner of a token.
     *
     * @param sessionId the session of the token; revoking the session revokes the token. For a personal access token
     *     its own id
     * @param scope the scopes of a personal access token, separated by spaces; absent for a token of a session
     * @param ageMillis time since auth-service read the token in its database; a client service that caches the answer
     *     must count the age of the entry from then
     * @param profileAgeMillis time since this service read the profile in its database
     */
    record TokenOwnerResponse(
            UUID memberId,
            @Nullable UUID sessionId,
            String nickname,
            String regionName,
            String timeZone,
            Instant tokenExpiresAt,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String scope,

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
                    owner.value().scopes().codes(),
                    owner.ageMillis(),
                    profile.profileAgeMillis());
        }
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    record TokensForm(
            @NotNull @Size(min = 1, max = MAX_TOKENS) List<@NotNull @Size(max = MAX_TOKEN_LENGTH) String> tokens) {

        @Override
        public String toString() {
            return "TokensForm[secret]";
        }
    }

    /**
     * The answer for one token of many.
     *
     * @param owner null if the token has no owner
     */
    record TokenAnswer(@Nullable TokenOwnerResponse owner) {

        static final TokenAnswer UNKNOWN = new TokenAnswer(null);
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
