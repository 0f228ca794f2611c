package dev.haru.schedule.member;

import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.github.benmanes.caffeine.cache.Ticker;
import com.github.tomakehurst.wiremock.matching.RequestPatternBuilder;
import dev.haru.platform.identity.Revocations;
import dev.haru.platform.test.AutoConfigureUpstreams;
import dev.haru.platform.test.EmbeddedRedis;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.context.DynamicPropertyRegistrar;

/** How long the cache keeps a member, with and without a published revocation. */
@SpringBootTest(
        classes = {
            MemberConfiguration.class,
            MemberClient.class,
            MemberServiceStub.class,
            CachedMemberTests.ClockAndRedis.class
        },
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = "DB_PASSWORD=unused")
@AutoConfigureUpstreams
@ImportAutoConfiguration(DataRedisAutoConfiguration.class)
class CachedMemberTests {

    /** A server of its own, so that the only subscriber is this context. It ends with the JVM, as the context does. */
    private static final EmbeddedRedis REDIS = EmbeddedRedis.start();

    @Autowired
    private MemberClient members;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private MovableClock clock;

    @Autowired
    private MeterRegistry meters;

    private final UUID memberId = UUID.randomUUID();
    private final UUID session = UUID.randomUUID();
    private String token = "";

    @BeforeEach
    void cacheMember() {
        awaitSubscription();
        clock.advance(Duration.ofSeconds(60));
        token = MemberServiceStub.tokenOf(memberId, session, "Asia/Seoul", Duration.ZERO);
        assertThat(zone()).contains("Asia/Seoul");
        MemberServiceStub.refuse(token);
        assertThat(zone()).as("cached").contains("Asia/Seoul");
    }

    @Test
    void endedSessionIsRefusedAtOnce() {
        publish("session-ended " + session);

        await().until(() -> zone().isEmpty());
        assertThat(callsOf(lookups())).isOne();
    }

    @Test
    void endedOtherSessionsBypassStaleUpstreamCaches() {
        MemberServiceStub.returnMember(token, memberId, session, "Asia/Seoul", Duration.ofSeconds(2));
        MemberServiceStub.refuseWithoutCache(token);

        publish("other-sessions-ended " + memberId + " " + UUID.randomUUID());

        await().until(() -> zone().isEmpty());
        assertThat(callsOf(lookups().withoutHeader("Cache-Control"))).isEqualTo(2);
        assertThat(callsOf(lookups().withHeader("Cache-Control", equalTo("no-cache"))))
                .isOne();
    }

    @Test
    void changedProfileIsVisibleAtOnce() {
        MemberServiceStub.returnMember(token, memberId, session, "Pacific/Apia", Duration.ZERO);

        publish("identity-changed " + memberId);

        await().until(() -> zone().equals(Optional.of("Pacific/Apia")));
    }

    @Test
    void unpublishedRevocationTakesEffectWithinTenSeconds() {
        clock.advance(Duration.ofMillis(8900));
        assertThat(zone()).isPresent();

        clock.advance(Duration.ofMillis(1100));
        assertThat(zone()).isEmpty();
    }

    @Test
    void ageInUpstreamCachesCountsTowardsExpiry() {
        String aged = MemberServiceStub.tokenOf(memberId, session, "Asia/Seoul", Duration.ofSeconds(9));
        assertThat(members.byAccessToken(aged)).isPresent();
        MemberServiceStub.refuse(aged);

        clock.advance(Duration.ofSeconds(1));

        assertThat(members.byAccessToken(aged)).isEmpty();
    }

    @Test
    void staleMemberIsServedForAMinuteDuringAnOutage() {
        MemberServiceStub.fail(token);

        clock.advance(Duration.ofSeconds(59));
        assertThat(zone()).contains("Asia/Seoul");
        assertThat(zone()).contains("Asia/Seoul");
        assertThat(callsOf(lookups()))
                .as("the first look-up, and one during the outage")
                .isEqualTo(2);

        clock.advance(Duration.ofSeconds(1));
        assertThatExceptionOfType(MemberLookupFailed.class).isThrownBy(this::zone);
    }

    @Test
    void unknownTokenIsUnavailableDuringAnOutage() {
        String unknown = MemberServiceStub.tokenOf(memberId);
        MemberServiceStub.fail(unknown);

        assertThatExceptionOfType(MemberLookupFailed.class)
                .isThrownBy(() -> members.byAccessToken(unknown))
                .satisfies(problem ->
                        assertThat(problem.getHeaders().getFirst("Retry-After")).isEqualTo("1"));
    }

    @Test
    void recoveredServiceIsCalledOnce() {
        MemberServiceStub.fail(token);
        clock.advance(Duration.ofSeconds(20));
        assertThat(zone()).contains("Asia/Seoul");
        clock.advance(Duration.ofSeconds(1));
        MemberServiceStub.returnMember(token, memberId, session, "Pacific/Apia", Duration.ZERO);

        for (int i = 0; i < 20; i++) {
            assertThat(zone()).contains("Pacific/Apia");
        }

        assertThat(callsOf(lookups()))
                .as("the first look-up, one during the outage, one after it")
                .isEqualTo(3);
    }

    @Test
    void staleAnswerOfTheUpstreamServiceIsServed() {
        String other = MemberServiceStub.tokenOf(memberId, UUID.randomUUID(), "Asia/Seoul", Duration.ofSeconds(40));
        MemberServiceStub.failWithoutCache(other);

        assertThat(members.byAccessToken(other)).isPresent();
        clock.advance(Duration.ofSeconds(20));
        MemberServiceStub.fail(other);

        assertThatExceptionOfType(MemberLookupFailed.class).isThrownBy(() -> members.byAccessToken(other));
    }

    @Test
    void missingProfilePreventsAStaleAnswer() {
        MemberServiceStub.returnProfileNotReady(token);
        clock.advance(Duration.ofSeconds(20));

        assertThatExceptionOfType(MemberLookupFailed.class)
                .isThrownBy(this::zone)
                .satisfies(problem ->
                        assertThat(problem.getBody().getProperties()).containsEntry("code", "profile-not-ready"));
    }

    /**
     * Waits for a message. Redis counts a subscriber before this process has handled the subscription, which makes all
     * cache entries stale. A message arrives after that.
     */
    private void awaitSubscription() {
        double before = messagesReceived();
        await().ignoreExceptions()
                .until(() -> publish("session-ended " + UUID.randomUUID()) == 1 && messagesReceived() > before);
    }

    private double messagesReceived() {
        return meters.get("haru.revocations")
                .tag("outcome", "received")
                .counter()
                .count();
    }

    private Optional<String> zone() {
        return members.byAccessToken(token).map(Member::timeZone).map(ZoneId::getId);
    }

    private long publish(String message) {
        return redis.convertAndSend(Revocations.CHANNEL, message);
    }

    private RequestPatternBuilder lookups() {
        return getRequestedFor(urlEqualTo(MemberServiceStub.PATH))
                .withHeader("Authorization", equalTo("Bearer " + token));
    }

    private static int callsOf(RequestPatternBuilder request) {
        return MemberServiceStub.SERVER.findAll(request).size();
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class ClockAndRedis {

        @Bean
        MovableClock clock() {
            return new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
        }

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @Bean
        Ticker ticker(MovableClock clock) {
            return clock::nanos;
        }

        @Bean
        DynamicPropertyRegistrar redisUrl() {
            return properties -> {
                properties.add("REDIS_URL", REDIS::url);
                properties.add("spring.data.redis.timeout", () -> "60s");
            };
        }
    }
}
