package dev.haru.schedule.member;

import dev.haru.platform.identity.CachedIdentity;
import dev.haru.platform.identity.Freshness;
import dev.haru.platform.identity.IdentityCache;
import dev.haru.platform.identity.IdentityCaches;
import dev.haru.platform.identity.IdentityUnavailable;
import dev.haru.platform.identity.LookupBatcher;
import dev.haru.platform.security.Scopes;
import dev.haru.platform.upstream.Unavailability;
import dev.haru.schedule.member.MemberApi.TokenOwner;
import dev.haru.schedule.member.MemberApi.Tokens;
import feign.FeignException;
import feign.codec.DecodeException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Looks up the member of an access token: in the cache while the entry is fresh, otherwise at member-service. While
 * member-service is down, the cache also returns stale entries. A look-up holds no database connection while it waits.
 *
 * <p>Longer than 120 lines because it keeps the failures of one upstream service together.
 */
@Component
class MemberClient {

    private static final Logger log = LoggerFactory.getLogger(MemberClient.class);

    private final MemberApi api;
    private final JsonMapper json;
    private final IdentityCache<Member> cache;
    private final LookupBatcher<String, CachedIdentity<Member>> batcher;

    MemberClient(MemberApi api, JsonMapper json, IdentityCaches caches) {
        this.api = api;
        this.json = json;
        this.cache = caches.create("identity");
        this.batcher = caches.batcher("identity", this::lookUpMany);
    }

    /**
     * Returns the member to whom the token belongs; empty when the token belongs to no member, or is no longer active.
     *
     * @throws MemberLookupFailed when the profile does not exist yet, or the look-up is not possible now
     */
    Optional<Member> byAccessToken(String token) {
        try {
            return cache.find(token, Freshness.CACHED, freshness -> lookUp(token, freshness))
                    .map(CachedIdentity::value);
        } catch (IdentityUnavailable down) {
            throw unavailable(down.reason());
        } catch (FeignException.ServiceUnavailable notReady) {
            throw MemberLookupFailed.profileNotReady();
        } catch (FeignException failure) {
            throw unavailable(failure);
        }
    }

    private Optional<CachedIdentity<Member>> lookUp(String token, Freshness freshness) {
        return batcher.find(token, freshness, () -> lookUpAlone(token, freshness));
    }

    private Optional<CachedIdentity<Member>> lookUpAlone(String token, Freshness freshness) {
        try {
            return Optional.of(cachedIdentity(api.byAccessToken("Bearer " + token, freshness.cacheControl())));
        } catch (FeignException.Unauthorized _) {
            return Optional.empty();
        } catch (FeignException failure) {
            throw Unavailability.isShownBy(failure) && !isProfileNotReady(failure)
                    ? IdentityUnavailable.because(failure)
                    : failure;
        }
    }

    private Map<String, Optional<CachedIdentity<Member>>> lookUpMany(Set<String> tokens) {
        List<String> ordered = List.copyOf(tokens);
        try {
            return LookupBatcher.byKey(
                    ordered,
                    api.byAccessTokens(new Tokens(ordered)).answers(),
                    answer -> Optional.ofNullable(answer.owner()).map(MemberClient::cachedIdentity));
        } catch (FeignException failure) {
            if (Unavailability.isOfAll(failure)) {
                throw IdentityUnavailable.because(failure);
            }
            return Map.of();
        }
    }

    private static CachedIdentity<Member> cachedIdentity(TokenOwner owner) {
        Member member =
                new Member(owner.memberId(), owner.timeZone(), owner.tokenExpiresAt(), Scopes.parse(owner.scope()));
        return new CachedIdentity<>(
                member,
                owner.memberId(),
                owner.sessionId(),
                owner.tokenExpiresAt(),
                CachedIdentity.ageOf(owner.ageMillis()),
                CachedIdentity.ageOf(owner.profileAgeMillis() == null ? owner.ageMillis() : owner.profileAgeMillis()));
    }

    /** Whether member-service has answered that the profile does not exist yet. The status of this answer is 503. */
    private boolean isProfileNotReady(FeignException failure) {
        return failure instanceof FeignException.ServiceUnavailable
                && MemberLookupFailed.PROFILE_NOT_READY.equals(codeOf(failure));
    }

    private static MemberLookupFailed unavailable(RuntimeException failure) {
        // Without the exception's message, which quotes the response body.
        log.warn("member-service is unavailable: {}", reason(failure));
        return MemberLookupFailed.serviceUnavailable();
    }

    private static String reason(RuntimeException failure) {
        return switch (failure) {
            case DecodeException _ -> "unreadable answer";
            case FeignException answer when answer.status() > 0 -> "status " + answer.status();
            case FeignException noResponse -> String.valueOf(noResponse.getCause());
            default -> failure.getClass().getSimpleName();
        };
    }

    private @Nullable String codeOf(FeignException problem) {
        try {
            return json.readTree(problem.contentUTF8()).path("code").asString(null);
        } catch (JacksonException notAProblem) {
            return null;
        }
    }
}
