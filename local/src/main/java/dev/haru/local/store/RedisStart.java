package dev.haru.local.store;

import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Refusal;
import dev.haru.local.process.RunDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Starts Redis as a daemon in a separate session, so that a Ctrl-C in the terminal does not reach it. Redis handles the
 * signal itself, so {@code Processes.shielded} has no effect on it. The {@code RedisServer} of embedded-redis is a
 * child process in the launcher's session, and a shutdown hook stops it. Both would end Redis before the services.
 */
public final class RedisStart {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 20;

    private final StoreBinaries binaries;
    private final RunDirectory directory;
    private final int port;

    public RedisStart(StoreBinaries binaries, RunDirectory directory, int port) {
        this.binaries = binaries;
        this.directory = directory;
        this.port = port;
    }

    /** Returns when the server answers a PING. */
    public RedisStore start() {
        Path log = directory.freshLog("redis");
        try {
            Files.createDirectories(directory.redis());
            Files.deleteIfExists(RedisStore.pidFile(directory));
            Path configuration = Files.writeString(directory.redis().resolve("redis.conf"), configuration(log));
            if (!launch(binaries.redis().toString(), configuration, log)
                    && !launch("redis-server", configuration, log)) {
                throw new Refusal("The bundled Redis does not start (it needs OpenSSL 3, see %s),".formatted(log)
                        + " and no redis-server is on the PATH. Install the package redis-server.");
            }
            return awaitAnswer(log);
        } catch (IOException e) {
            throw PartFailed.of("Redis", "did not start (" + e.getMessage() + ")", log);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw PartFailed.of("Redis", "was interrupted while starting", log);
        }
    }

    private RedisStore awaitAnswer(Path log) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < end) {
            // The file is new, so no unrelated process has its pid, and the time of the file need not be compared.
            Optional<ProcessHandle> process = RedisStore.recorded(directory);
            if (process.isPresent() && answers()) {
                return new RedisStore(process.get(), log);
            }
            Thread.sleep(POLL_MILLIS);
        }
        throw PartFailed.of("Redis", "was not ready after " + LIMIT.toSeconds() + " s", log);
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(1000);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] answer = socket.getInputStream().readNBytes(5);
            return "+PONG".equals(new String(answer, StandardCharsets.US_ASCII));
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Whether the program ran and became a daemon. Returns false if this machine cannot execute the program, so that
     * the caller can try another one.
     */
    private static boolean launch(String executable, Path configuration, Path log) throws InterruptedException {
        ProcessBuilder command = new ProcessBuilder(executable, configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        try {
            return command.start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private String configuration(Path log) {
        return """
                bind 127.0.0.1
                port %d
                daemonize yes
                pidfile "%s"
                logfile "%s"
                dir "%s"
                save ""
                appendonly no
                """.formatted(port, RedisStore.pidFile(directory), log, directory.redis());
    }
}
