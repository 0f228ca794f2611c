package dev.haru.platform.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import redis.embedded.RedisServer;

/** A Redis server for tests: a shared one, or a separate one for a test that stops it. */
public final class EmbeddedRedis implements AutoCloseable {

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
        return new EmbeddedRedis(freePort());
    }

    public String url() {
        return "redis://127.0.0.1:" + port;
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
