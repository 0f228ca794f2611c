package dev.haru.gateway.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.address.AddressPrefix;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LocalFallbackLimiterTests {

    private static final AddressPrefix ADDRESS = AddressPrefix.of("203.0.113.1");

    private final LocalFallbackLimiter localFallback = new LocalFallbackLimiter(
            new RateLimitProperties.LocalFallback(new Limit(10, 0.001), new Limit(4, 0.001), 100));

    @Test
    void concurrentCallsPassUpToTheBurst() {
        assertThat(IntStream.range(0, 1_000)
                        .parallel()
                        .filter(_ -> localFallback
                                .take(new RateLimitKey(ADDRESS, null))
                                .allowed())
                        .count())
                .isEqualTo(10);
    }

    @Test
    void callRefusedForItsMemberTakesNoAddressToken() {
        RateLimitKey member = new RateLimitKey(ADDRESS, "member");
        for (int i = 0; i < 4; i++) {
            assertThat(localFallback.take(member).allowed()).isTrue();
        }
        Decision refusal = localFallback.take(member);
        assertThat(refusal.allowed()).isFalse();
        assertThat(refusal.lacking())
                .singleElement()
                .returns(Level.Bucket.MEMBER, Level::bucket)
                .satisfies(level -> assertThat(level.nextSeconds()).isBetween(900L, 1_000L));
        assertThat(localFallback.take(new RateLimitKey(ADDRESS, null)).levels())
                .singleElement()
                .returns(5L, Level::remaining);
    }

    @Test
    void windowIsTheTimeInWhichABucketFills() {
        assertThat(new Limit(2_000, 1_000).window()).isEqualTo(Duration.ofSeconds(2));
    }
}
