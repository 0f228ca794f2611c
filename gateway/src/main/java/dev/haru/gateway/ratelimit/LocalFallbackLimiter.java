package dev.haru.gateway.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.haru.gateway.ratelimit.Decision.Store;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.util.List;

/**
 * The local fallback: token buckets of one gateway, for the time that Redis is unavailable. The number of buckets is
 * bounded, and a bucket is removed once it must be full again.
 */
final class LocalFallbackLimiter {

    private final Limit address;
    private final Limit member;
    private final Cache<String, Bucket> addresses;
    private final Cache<String, Bucket> members;

    LocalFallbackLimiter(RateLimitProperties.LocalFallback localFallback) {
        this.address = localFallback.address();
        this.member = localFallback.member();
        this.addresses = buckets(address, localFallback.maxBuckets());
        this.members = buckets(member, localFallback.maxBuckets());
    }

    /** Takes a token from each bucket of the key, or from none. */
    Decision take(RateLimitKey key) {
        Bucket ofAddress = addresses.get(key.address().text(), _ -> bucket(address));
        ConsumptionProbe atAddress = ofAddress.tryConsumeAndReturnRemaining(1);
        Level addressLevel = level(Level.Bucket.ADDRESS, address, atAddress);
        String memberKey = key.member();
        if (memberKey == null || !atAddress.isConsumed()) {
            return new Decision(atAddress.isConsumed(), List.of(addressLevel), Store.LOCAL_FALLBACK);
        }
        ConsumptionProbe ofMember = members.get(memberKey, _ -> bucket(member)).tryConsumeAndReturnRemaining(1);
        if (!ofMember.isConsumed()) {
            ofAddress.addTokens(1);
            addressLevel = new Level(Level.Bucket.ADDRESS, address, addressLevel.remaining() + 1, addressLevel.next());
        }
        return new Decision(
                ofMember.isConsumed(),
                List.of(addressLevel, level(Level.Bucket.MEMBER, member, ofMember)),
                Store.LOCAL_FALLBACK);
    }

    private static Level level(Level.Bucket bucket, Limit limit, ConsumptionProbe probe) {
        // Bucket4j reports the time until the next token for an empty bucket only.
        Duration next = probe.isConsumed()
                ? Duration.ofNanos(limit.microsPerToken() * 1_000)
                : Duration.ofNanos(probe.getNanosToWaitForRefill());
        return new Level(bucket, limit, probe.getRemainingTokens(), next);
    }

    private static Cache<String, Bucket> buckets(Limit limit, int max) {
        return Caffeine.newBuilder()
                .maximumSize(max)
                .expireAfterAccess(limit.window())
                .build();
    }

    private static Bucket bucket(Limit limit) {
        return Bucket.builder()
                .addLimit(size -> size.capacity(limit.burst()).refillGreedy(limit.burst(), limit.window()))
                .build();
    }
}
