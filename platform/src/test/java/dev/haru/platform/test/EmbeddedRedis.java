package dev.haru.platform.test;

import dev.haru.platform.port.FreePort;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import redis.embedded.RedisServer;

/** A Redis server for tests: a shared one, or a separate one for a test that stops it. */
public final class EmbeddedRedis implements AutoCloseable {

    /** The limit of the services. The default grows to 30 s while a server is stopped. */
    private static final Delay RECONNECT_DELAY =
            Delay.exponential(Duration.ZERO, Duration.ofSeconds(2), 2, TimeUnit.MILLISECONDS);

    private final int port;
    private RedisServer server;

    private EmbeddedRedis(int port) {
        this.port = port;
        this.server = started(port);
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
    }

    /** The server that all tests share; it starts on first use and stops with the JVM. */
    public static EmbeddedRedis shared() {
        return Shared.INSTANCE;
    }

    /** Starts a separate server, for a test that stops it. */
    public static EmbeddedRedis start() {
        return new EmbeddedRedis(FreePort.next());
    }

    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** Opens connections that refuse commands while the server is stopped. The caller destroys them. */
    public LettuceConnectionFactory connect(Duration timeout) {
        ClientResources resources =
                DefaultClientResources.builder().reconnectDelay(RECONNECT_DELAY).build();
        LettuceClientConfiguration client = LettuceClientConfiguration.builder()
                .clientResources(resources)
                .clientOptions(ClientOptions.builder()
                        .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                        .build())
                .commandTimeout(timeout)
                .build();
        LettuceConnectionFactory connections =
                new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", port), client) {
                    @Override
                    public void destroy() {
                        super.destroy();
                        // The factory does not shut them down, because they may be shared.
                        var _ = resources.shutdown(0, 0, TimeUnit.SECONDS);
                    }
                };
        connections.afterPropertiesSet();
        connections.start();
        return connections;
    }

    /** Stops the server; its data is lost. */
    public void stop() {
        try {
            server.stop();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Starts the server again on the same port, empty. */
    public void restart() {
        server = started(port);
    }

    @Override
    public void close() {
        stop();
    }

    private static RedisServer started(int port) {
        try {
            RedisServer server = RedisServer.newRedisServer()
                    .port(port)
                    .bind("127.0.0.1")
                    .setting("save \"\"")
                    .setting("appendonly no")
                    .build();
            server.start();
            return server;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static final class Shared {
        static final EmbeddedRedis INSTANCE = EmbeddedRedis.start();
    }
}
