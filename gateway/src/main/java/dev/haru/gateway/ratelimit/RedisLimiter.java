package dev.haru.gateway.ratelimit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.haru.gateway.ratelimit.Decision.Store;
import dev.haru.gateway.ratelimit.Level.Bucket;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * The token buckets that all gateways share in Redis: one script, so one round trip for both buckets of a request. Two
 * existing limiters do not fit. Bucket4j's Redis buckets read, then compare and swap, for each bucket, and repeat when
 * two requests meet in the bucket of a busy address. Spring Cloud Gateway's limiter has one bucket and whole seconds,
 * and allows every request while Redis is unavailable.
 *
 * <p>The gateway calls Redis only while Redis is known to be available. A background task reconnects, so no request
 * waits for that.
 *
 * <p>Longer than 120 lines because it keeps the script and the state of its connection together.
 */
final class RedisLimiter {

    private static final Logger log = LoggerFactory.getLogger(RedisLimiter.class);

    private static final String KEYS = "haru:rate-limit:";

    private final RedisConnectionFactory connections;
    private final RateLimitProperties limits;
    private final byte[] script = read();

    private volatile @Nullable LoadedScript loadedScript;

    RedisLimiter(RedisConnectionFactory connections, RateLimitProperties limits) {
        this.connections = connections;
        this.limits = limits;
    }

    /** Whether {@link #take} may be called. */
    boolean isAvailable() {
        return loadedScript != null;
    }

    /** Checks whether Redis is available again. It blocks, so requests never call it. */
    void reconnect() {
        if (isAvailable()) {
            return;
        }
        try (RedisConnection connection = connections.getConnection()) {
            String sha = Objects.requireNonNull(connection.scriptingCommands().scriptLoad(script));
            // Spring shares this connection; Lettuce reconnects it by itself.
            @SuppressWarnings("unchecked")
            var commands = (RedisScriptingAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
            loadedScript = new LoadedScript(commands, sha);
            log.info("rate limits: Redis is available, the shared limits apply");
        } catch (RuntimeException unavailable) {
            log.debug("Redis is still unavailable", unavailable);
        }
    }

    /** Stops calls to Redis after a failure, until {@link #reconnect} succeeds. */
    void markUnavailable(Throwable failure) {
        if (isAvailable()) {
            loadedScript = null;
            log.warn("rate limits: Redis is unavailable, the local fallback applies: {}", failure.toString());
        }
    }

    /** Takes a token from each bucket of the key, or from none; fails when Redis fails. */
    CompletionStage<Decision> take(RateLimitKey rateLimitKey) {
        LoadedScript script = loadedScript;
        if (script == null) {
            return CompletableFuture.failedFuture(new IllegalStateException("Redis failed a moment ago"));
        }
        byte[] address = key(Bucket.ADDRESS, rateLimitKey.address().text());
        String member = rateLimitKey.member();
        CompletionStage<List<Long>> result = member == null
                ? script.run(new byte[][] {address}, arguments(limits.address()))
                : script.run(
                        new byte[][] {address, key(Bucket.MEMBER, member)},
                        arguments(limits.address(), limits.member()));
        return result.thenApply(this::decision);
    }

    private Decision decision(List<Long> result) {
        List<Level> levels = new ArrayList<>(2);
        levels.add(Level.of(Bucket.ADDRESS, limits.address(), result.get(1)));
        if (result.size() > 2) {
            levels.add(Level.of(Bucket.MEMBER, limits.member(), result.get(2)));
        }
        return new Decision(result.getFirst() == 1, levels, Store.REDIS);
    }

    private static byte[] key(Bucket bucket, String value) {
        return (KEYS + bucket.label + ":" + value).getBytes(US_ASCII);
    }

    private static byte[][] arguments(Limit... limits) {
        byte[][] arguments = new byte[limits.length * 2][];
        for (int i = 0; i < limits.length; i++) {
            long token = limits[i].microsPerToken();
            arguments[2 * i] = Long.toString(token).getBytes(US_ASCII);
            arguments[2 * i + 1] = Long.toString(token * limits[i].burst()).getBytes(US_ASCII);
        }
        return arguments;
    }

    private static byte[] read() {
        try {
            return new ClassPathResource("limit/take-token.lua").getContentAsByteArray();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private record LoadedScript(RedisScriptingAsyncCommands<byte[], byte[]> commands, String sha) {

        CompletionStage<List<Long>> run(byte[][] keys, byte[][] arguments) {
            try {
                return commands.evalsha(sha, ScriptOutputType.MULTI, keys, arguments);
            } catch (RuntimeException failure) {
                return CompletableFuture.failedFuture(failure);
            }
        }
    }
}
