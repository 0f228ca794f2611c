package dev.haru.member.profile;

import dev.haru.member.auth.TokenOwner;
import dev.haru.member.profile.MeController.ProfileResponse;
import dev.haru.platform.warmup.WarmUpCall;
import dev.haru.platform.warmup.WarmUpJourney;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Practises the look-ups of profiles, none of which finds one. */
@Component
class ProfileWarmUp implements WarmUpJourney {

    private static final Duration LIFE = Duration.ofHours(1);

    private final JsonMapper json;
    private final TokenOwner visitor;
    private final Profile example;

    ProfileWarmUp(JsonMapper json, Clock clock) {
        this.json = json;
        Instant now = clock.instant();
        this.visitor = new TokenOwner(UUID.randomUUID(), now.plus(LIFE));
        this.example = new Profile(visitor.memberId(), "nobody", null, "Seoul", "Asia/Seoul", now, now, 0);
    }

    @Override
    public TokenOwner visitor() {
        return visitor;
    }

    @Override
    public List<WarmUpCall> calls() {
        return List.of(
                WarmUpCall.read("/v1/members/me", 503),
                WarmUpCall.anonymousRead("/internal/members/by-id/" + UUID.randomUUID(), 404),
                WarmUpCall.anonymousRead("/internal/members/by-email/" + UUID.randomUUID() + "@example.invalid", 404),
                new WarmUpCall(HttpMethod.PATCH, "/v1/members/me", true, "{\"unknown\": true}", 400),
                WarmUpCall.anonymousRead("/v1/members/me", 401));
    }

    /** The answer that no visitor without a profile gets. */
    @Override
    public void practise() {
        json.writeValueAsBytes(ProfileResponse.of(example));
    }
}
