package dev.haru.platform.port;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port for a server that starts later, or again on the same port.
 *
 * <p>The operating system's choice (port 0) is an ephemeral port: while no server listens there, an outgoing connection
 * of any process may get the same port.
 */
public final class FreePort {

    /**
     * Below the range that Linux and macOS use for ephemeral ports. The harness in {@code performance} chooses from
     * 26000 on, so that a system of the tests and one of an experiment never choose the same port.
     */
    private static final int FROM = 20_000;

    private static final int END = 26_000;
    private static final int CONNECT_MILLIS = 200;

    /**
     * One byte of the file stands for each port. A lock on it lasts as long as the JVM, so no two JVMs get one port.
     */
    private static final FileChannel CLAIMS = open();

    private FreePort() {}

    /** Returns a port on which nothing listens. This JVM gets it only once, and no other JVM while this one runs. */
    public static int next() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FROM, END);
            if (claim(port) && isFree(port)) {
                return port;
            }
        }
    }

    /**
     * Whether nothing listens on the port. Tries a connection as well as a bind, because macOS lets a second process
     * bind a port that another process holds on all addresses.
     */
    public static boolean isFree(int port) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            return false;
        } catch (IOException e) {
            return canBind(address);
        }
    }

    private static boolean canBind(InetSocketAddress address) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(address);
            return true;
        } catch (IOException e) {
            return false;
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

    private static FileChannel open() {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "haru-ports-" + System.getProperty("user.name"));
        try {
            return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
