package dev.haru.schedule.member;

import dev.haru.platform.identity.CachedIdentity;
import dev.haru.platform.identity.Freshness;
import dev.haru.platform.identity.IdentityCache;
import dev.haru.platform.identity.IdentityCaches;
import dev.haru.platform.identity.IdentityUnavailable;
import dev.haru.platform.identity.LookupBatcher;
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
 * Whose an access token is, from memory where that is fresh enough, else from member-service; from memory also while
 * member-service is down. Holds no database connection while it waits.
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
        this.batcher = caches.batcher("identity", this::askForMany);
    }

    /**
     * The member to whom the token belongs; empty when it is nobody's, or no longer.
     *
     * @throws MemberUnknownYet when the profile has not arrived yet, or nobody can say right now
     */
    Optional<Member> byAccessToken(String token) {
        try {
            return cache.find(token, Freshness.CACHED, freshness -> ask(token, freshness))
                    .map(CachedIdentity::value);
        } catch (IdentityUnavailable down) {
            throw unavailable(down.reason());
        } catch (FeignException.ServiceUnavailable notReady) {
            throw MemberUnknownYet.profileNotReady();
        } catch (FeignException failure) {
            throw unavailable(failure);
        }
    }

    private Optional<CachedIdentity<Member>> ask(String token, Freshness freshness) {
        return batcher.find(token, freshness, () -> askAlone(token, freshness));
    }

    private Optional<CachedIdentity<Member>> askAlone(String token, Freshness freshness) {
        try {
            return Optional.of(identified(api.byAccessToken("Bearer " + token, freshness.cacheControl())));
        } catch (FeignException.Unauthorized _) {
            return Optional.empty();
        } catch (FeignException failure) {
            throw Unavailability.isShownBy(failure) && !saysNotReady(failure)
                    ? IdentityUnavailable.because(failure)
                    : failure;
        }
    }

    private Map<String, Optional<CachedIdentity<Member>>> askForMany(Set<String> tokens) {
        List<String> asked = List.copyOf(tokens);
        try {
            return LookupBatcher.byQuestion(
                    asked,
                    api.byAccessTokens(new Tokens(asked)).answers(),
                    answer -> Optional.ofNullable(answer.owner()).map(MemberClient::identified));
        } catch (FeignException failure) {
            if (Unavailability.isOfAll(failure)) {
                throw IdentityUnavailable.because(failure);
            }
            return Map.of();
        }
    }

    private static CachedIdentity<Member> identified(TokenOwner owner) {
        Member member = new Member(owner.memberId(), owner.timeZone(), owner.tokenExpiresAt());
        return new CachedIdentity<>(
                member,
                owner.memberId(),
                owner.sessionId(),
                owner.tokenExpiresAt(),
                CachedIdentity.ageOf(owner.ageMillis()),
                CachedIdentity.ageOf(owner.profileAgeMillis() == null ? owner.ageMillis() : owner.profileAgeMillis()));
    }

    /** An answer, though its status is 503. */
    private boolean saysNotReady(FeignException failure) {
        return failure instanceof FeignException.ServiceUnavailable
                && MemberUnknownYet.PROFILE_NOT_READY.equals(codeOf(failure));
    }

    private static MemberUnknownYet unavailable(RuntimeException failure) {
        // Not the exception's message: it quotes the answer's body.
        log.warn("member-service is unavailable: {}", reason(failure));
        return MemberUnknownYet.serviceUnavailable();
    }

    private static String reason(RuntimeException failure) {
        return switch (failure) {
            case DecodeException _ -> "unreadable answer";
            case FeignException answer when answer.status() > 0 -> "status " + answer.status();
            case FeignException unanswered -> String.valueOf(unanswered.getCause());
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
