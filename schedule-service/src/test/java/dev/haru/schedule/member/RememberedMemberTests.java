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

/** For how long a member is known when a revocation is told, and when nobody tells. */
@SpringBootTest(
        classes = {
            MemberConfiguration.class,
            MemberClient.class,
            MemberServiceStub.class,
            RememberedMemberTests.ClockAndRedis.class
        },
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {"DB_PASSWORD=unused", "spring.cloud.openfeign.client.config.member-service.connect-timeout=5000"})
@AutoConfigureUpstreams
@ImportAutoConfiguration(DataRedisAutoConfiguration.class)
class RememberedMemberTests {

    /** Of its own, so that one listener is the one of this context; ends with the JVM, as the context does. */
    private static final EmbeddedRedis REDIS = EmbeddedRedis.start();

    @Autowired
    private MemberClient members;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private MovableClock clock;

    private final UUID memberId = UUID.randomUUID();
    private final UUID session = UUID.randomUUID();
    private String token = "";

    @BeforeEach
    void memberWhoIsRemembered() {
        awaitListening();
        clock.advance(Duration.ofSeconds(60));
        token = MemberServiceStub.tokenOf(memberId, session, "Asia/Seoul", Duration.ZERO);
        assertThat(zone()).contains("Asia/Seoul");
        MemberServiceStub.refuses(token);
        assertThat(zone()).as("remembered").contains("Asia/Seoul");
    }

    @Test
    void whenTheSessionEndsItsTokenIsRefusedAtOnce() {
        tell("session-ended " + session);

        await().atMost(Duration.ofSeconds(1)).until(() -> zone().isEmpty());
        assertThat(asked(asking())).isOne();
    }

    @Test
    void whenOtherSessionsEndThoseWhoHaveNotHeardAreAskedPastTheirCaches() {
        MemberServiceStub.knows(token, memberId, session, "Asia/Seoul", Duration.ofSeconds(2));
        MemberServiceStub.refusesPastItsCache(token);

        tell("other-sessions-ended " + memberId + " " + UUID.randomUUID());

        await().atMost(Duration.ofSeconds(1)).until(() -> zone().isEmpty());
        assertThat(asked(asking().withoutHeader("Cache-Control"))).isEqualTo(2);
        assertThat(asked(asking().withHeader("Cache-Control", equalTo("no-cache"))))
                .isOne();
    }

    @Test
    void whenTheProfileChangesItIsSeenAtOnce() {
        MemberServiceStub.knows(token, memberId, session, "Pacific/Apia", Duration.ZERO);

        tell("identity-changed " + memberId);

        await().atMost(Duration.ofSeconds(1)).until(() -> zone().equals(Optional.of("Pacific/Apia")));
    }

    @Test
    void whenNobodyTellsItsTokenIsRefusedWithinTenSeconds() {
        clock.advance(Duration.ofMillis(8900));
        assertThat(zone()).isPresent();

        clock.advance(Duration.ofMillis(1100));
        assertThat(zone()).isEmpty();
    }

    @Test
    void whenNobodyTellsTheTimeInTheCachesOnTheWayCounts() {
        String aged = MemberServiceStub.tokenOf(memberId, session, "Asia/Seoul", Duration.ofSeconds(9));
        assertThat(members.byAccessToken(aged)).isPresent();
        MemberServiceStub.refuses(aged);

        clock.advance(Duration.ofSeconds(1));

        assertThat(members.byAccessToken(aged)).isEmpty();
    }

    @Test
    void whenMemberServiceIsDownWhoWasGoodWithinTheLastMinuteStillIs() {
        MemberServiceStub.fails(token);

        clock.advance(Duration.ofSeconds(59));
        assertThat(zone()).contains("Asia/Seoul");
        assertThat(zone()).contains("Asia/Seoul");
        assertThat(asked(asking())).as("the first time, and once in the outage").isEqualTo(2);

        clock.advance(Duration.ofSeconds(1));
        assertThatExceptionOfType(MemberUnknownYet.class).isThrownBy(this::zone);
    }

    @Test
    void whenMemberServiceIsDownWhoIsUnknownIsNotRefused() {
        String unknown = MemberServiceStub.tokenOf(memberId);
        MemberServiceStub.fails(unknown);

        assertThatExceptionOfType(MemberUnknownYet.class)
                .isThrownBy(() -> members.byAccessToken(unknown))
                .satisfies(problem ->
                        assertThat(problem.getHeaders().getFirst("Retry-After")).isEqualTo("1"));
    }

    @Test
    void whenMemberServiceIsBackItIsAskedOnce() {
        MemberServiceStub.fails(token);
        clock.advance(Duration.ofSeconds(20));
        assertThat(zone()).contains("Asia/Seoul");
        clock.advance(Duration.ofSeconds(1));
        MemberServiceStub.knows(token, memberId, session, "Pacific/Apia", Duration.ZERO);

        for (int i = 0; i < 20; i++) {
            assertThat(zone()).contains("Pacific/Apia");
        }

        assertThat(asked(asking())).as("at first, in the outage, after it").isEqualTo(3);
    }

    @Test
    void whenMemberServiceItselfRemembersThroughAnOutageThatIsBelieved() {
        String other = MemberServiceStub.tokenOf(memberId, UUID.randomUUID(), "Asia/Seoul", Duration.ofSeconds(40));
        MemberServiceStub.failsPastItsCache(other);

        assertThat(members.byAccessToken(other)).isPresent();
        clock.advance(Duration.ofSeconds(20));
        MemberServiceStub.fails(other);

        assertThatExceptionOfType(MemberUnknownYet.class).isThrownBy(() -> members.byAccessToken(other));
    }

    @Test
    void whenTheProfileIsNotReadyNothingOldIsServed() {
        MemberServiceStub.saysNotReady(token);
        clock.advance(Duration.ofSeconds(20));

        assertThatExceptionOfType(MemberUnknownYet.class)
                .isThrownBy(this::zone)
                .satisfies(problem ->
                        assertThat(problem.getBody().getProperties()).containsEntry("code", "profile-not-ready"));
    }

    private void awaitListening() {
        await().atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(() -> tell("session-ended " + UUID.randomUUID()) == 1);
    }

    private Optional<String> zone() {
        return members.byAccessToken(token).map(Member::timeZone).map(ZoneId::getId);
    }

    private long tell(String message) {
        return redis.convertAndSend(Revocations.CHANNEL, message);
    }

    private RequestPatternBuilder asking() {
        return getRequestedFor(urlEqualTo(MemberServiceStub.PATH))
                .withHeader("Authorization", equalTo("Bearer " + token));
    }

    private static int asked(RequestPatternBuilder request) {
        return MemberServiceStub.SERVER.findAll(request).size();
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class ClockAndRedis {

        @Bean
        MovableClock clock() {
            return new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
        }

        @Bean
        Ticker ticker(MovableClock clock) {
            return clock::nanos;
        }

        @Bean
        DynamicPropertyRegistrar redisUrl() {
            return properties -> {
                properties.add("REDIS_URL", REDIS::url);
                properties.add("spring.data.redis.timeout", () -> "5s");
            };
        }
    }
}
