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
 * The buckets that all gateways share: one script, one round trip for both buckets of a call. Bucket4j's Redis buckets
 * and Spring Cloud Gateway's limiter were left aside: the first reads, then compares and swaps, for each bucket, and
 * again when two calls meet in the bucket of a busy address; the second knows one bucket, whole seconds, and is open
 * while Redis is away.
 *
 * <p>Asked only while Redis is known to be there. Whether it is back is found out in the background, so no call waits
 * for that.
 */
final class RedisLimiter {

    private static final Logger log = LoggerFactory.getLogger(RedisLimiter.class);

    private static final String KEYS = "haru:rate-limit:";

    private final RedisConnectionFactory connections;
    private final RateLimitProperties limits;
    private final byte[] script = read();

    private volatile @Nullable Loaded loaded;

    RedisLimiter(RedisConnectionFactory connections, RateLimitProperties limits) {
        this.connections = connections;
        this.limits = limits;
    }

    /** Whether to ask {@link #take}. */
    boolean areThere() {
        return loaded != null;
    }

    /** Looks whether Redis is back; waits for it, so never called by a request. */
    void seek() {
        if (areThere()) {
            return;
        }
        try (RedisConnection connection = connections.getConnection()) {
            String sha = Objects.requireNonNull(connection.scriptingCommands().scriptLoad(script));
            // Spring's connection that all share: Lettuce reconnects it by itself.
            @SuppressWarnings("unchecked")
            var commands = (RedisScriptingAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
            loaded = new Loaded(commands, sha);
            log.info("rate limits: Redis is available, the shared limits apply");
        } catch (RuntimeException away) {
            log.debug("Redis is still unavailable", away);
        }
    }

    /** Redis failed: it is not asked until {@link #seek} has found it. */
    void lose(Throwable failure) {
        if (areThere()) {
            loaded = null;
            log.warn("rate limits: Redis is unavailable, the local fallback applies: {}", failure.toString());
        }
    }

    /** Takes a token of each bucket of the caller, or none; fails when Redis does. */
    CompletionStage<Decision> take(RateLimitKey caller) {
        Loaded script = loaded;
        if (script == null) {
            return CompletableFuture.failedFuture(new IllegalStateException("Redis failed a moment ago"));
        }
        byte[] address = key(Bucket.ADDRESS, caller.address().text());
        String member = caller.member();
        CompletionStage<List<Long>> answer = member == null
                ? script.run(new byte[][] {address}, arguments(limits.address()))
                : script.run(
                        new byte[][] {address, key(Bucket.MEMBER, member)},
                        arguments(limits.address(), limits.member()));
        return answer.thenApply(this::decision);
    }

    private Decision decision(List<Long> answer) {
        List<Level> levels = new ArrayList<>(2);
        levels.add(Level.of(Bucket.ADDRESS, limits.address(), answer.get(1)));
        if (answer.size() > 2) {
            levels.add(Level.of(Bucket.MEMBER, limits.member(), answer.get(2)));
        }
        return new Decision(answer.getFirst() == 1, levels, Store.REDIS);
    }

    private static byte[] key(Bucket bucket, String whose) {
        return (KEYS + bucket.label + ":" + whose).getBytes(US_ASCII);
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

    private record Loaded(RedisScriptingAsyncCommands<byte[], byte[]> commands, String sha) {

        CompletionStage<List<Long>> run(byte[][] keys, byte[][] arguments) {
            try {
                return commands.evalsha(sha, ScriptOutputType.MULTI, keys, arguments);
            } catch (RuntimeException failure) {
                return CompletableFuture.failedFuture(failure);
            }
        }
    }
}
