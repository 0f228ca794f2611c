package dev.haru.member.profile;

import dev.haru.member.auth.TokenOwner;
import dev.haru.platform.token.TokenFormat;
import dev.haru.platform.warmup.UserWarmUpScenario;
import dev.haru.platform.warmup.WarmUpCall;
import dev.haru.platform.warmup.WarmUpCall.Caller;
import dev.haru.platform.warmup.WarmUpPass;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;

/** Warms up the look-ups of profiles and tokens. The one profile that these calls find is in no database. */
@Component
class ProfileWarmUp implements UserWarmUpScenario {

    private static final Duration TOKEN_LIFE = Duration.ofHours(1);

    private final ObjectProvider<WarmUpPass> pass;
    private final SecureRandom random = new SecureRandom();
    private final TokenOwner warmUpUser;
    private final Profile warmUpProfile;

    ProfileWarmUp(ObjectProvider<WarmUpPass> pass, Clock clock) {
        this.pass = pass;
        Instant now = clock.instant();
        this.warmUpUser = new TokenOwner(UUID.randomUUID(), UUID.randomUUID(), now.plus(TOKEN_LIFE));
        this.warmUpProfile = new Profile(warmUpUser.memberId(), "warm-up", null, "Seoul", "Asia/Seoul", now, now, 0);
    }

    @Override
    public TokenOwner warmUpUser() {
        return warmUpUser;
    }

    @Override
    public List<WarmUpCall> calls() {
        return List.of(
                WarmUpCall.read("/v1/members/me", 200),
                WarmUpCall.anonymousRead("/internal/members/by-id/" + UUID.randomUUID(), 404),
                WarmUpCall.read("/v1/members/me", 200),
                WarmUpCall.anonymousRead("/internal/members/by-email/" + UUID.randomUUID() + "@example.invalid", 404),
                WarmUpCall.read("/v1/members/me", 200),
                new WarmUpCall(HttpMethod.PATCH, "/v1/members/me", Caller.WARM_UP_USER, "{\"unknown\": true}", 400),
                WarmUpCall.anonymousRead("/v1/members/me", 401),
                WarmUpCall.readWithUnknownToken("/v1/members/me"),
                WarmUpCall.readWithUnknownToken("/internal/members/by-access-token"),
                new WarmUpCall(
                        HttpMethod.POST,
                        "/internal/members/by-access-tokens",
                        Caller.UNKNOWN_TOKEN,
                        "{\"tokens\": [" + unknownToken() + ", " + unknownToken() + "]}",
                        200));
    }

    private String unknownToken() {
        return '"' + TokenFormat.generate(TokenFormat.ACCESS, random) + '"';
    }

    /**
     * Returns the profile of the warm-up user while the process warms up, so that a warm-up call also finds a profile.
     */
    Optional<Profile> profileOf(UUID id) {
        return id.equals(warmUpUser.memberId()) && pass.getObject().isOpen()
                ? Optional.of(warmUpProfile)
                : Optional.empty();
    }
}
