package dev.haru.platform.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port for a server of a test that starts later, or again on the same port.
 *
 * <p>The operating system's choice (port 0) is an ephemeral port: while no server listens there, an outgoing connection
 * of any process may get the same port.
 */
public final class FreePort {

    /** Below the ephemeral ports, and below those that the launcher and the harness in performance choose. */
    private static final int FROM = 10_000;

    private static final int END = 16_000;

    /**
     * One byte of the file stands for each port. A lock on it lasts as long as the JVM, so no two JVMs get one port.
     */
    private static final FileChannel CLAIMS = open();

    private FreePort() {}

    /** Returns a port on which nothing listens. No other JVM gets it while this one runs. */
    public static int next() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FROM, END);
            if (claim(port) && isFree(port)) {
                return port;
            }
        }
    }

    private static boolean claim(int port) {
        try {
            return CLAIMS.tryLock(port, 1, false) != null;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private static FileChannel open() {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "haru-test-ports-" + System.getProperty("user.name"));
        try {
            return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
