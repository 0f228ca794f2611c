package dev.haru.platform.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import redis.embedded.RedisServer;

/** A Redis of the tests: one that all share, or one of its own for a test that ends it. */
public final class EmbeddedRedis implements AutoCloseable {

    private final int port;
    private RedisServer server;

    private EmbeddedRedis(int port) {
        this.port = port;
        this.server = started(port);
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
    }

    /** The one that all tests share; starts on first use and ends with the JVM. */
    public static EmbeddedRedis shared() {
        return Shared.INSTANCE;
    }

    /** A new one, for a test that stops it. */
    public static EmbeddedRedis start() {
        return new EmbeddedRedis(freePort());
    }

    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** Ends it; what it knew is gone. */
    public void stop() {
        try {
            server.stop();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Starts it again on the same port, empty. */
    public void restart() {
        server = started(port);
    }

    @Override
    public void close() {
        stop();
    }

    private static int freePort() {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
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
