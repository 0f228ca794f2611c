package dev.haru.local.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

/** Stands between two services and hands on what they say to each other, requests later if asked to: a slow network. */
final class Detour implements AutoCloseable {

    private static final int BACKLOG = 50;
    private static final int LONGEST_PIECE = 65_536;

    private final ServerSocket door;
    private final int target;
    private volatile Duration delay = Duration.ZERO;

    private Detour(ServerSocket door, int target) {
        this.door = door;
        this.target = target;
    }

    /** On a port of its own in front of another one, both of the loopback address. */
    static Detour to(int target) {
        try {
            Detour detour = new Detour(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()), target);
            Thread.ofVirtual().start(detour::accept);
            return detour;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + door.getLocalPort();
    }

    /** How much later each piece of a request arrives; a request without a body is one piece. */
    void delay(Duration longer) {
        delay = longer;
    }

    @Override
    public void close() {
        closeQuietly(door);
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket caller = door.accept();
                Thread.ofVirtual().start(() -> connect(caller));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void connect(Socket caller) {
        try (caller;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            caller.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Thread answers = Thread.ofVirtual().start(() -> {
                try {
                    server.getInputStream().transferTo(caller.getOutputStream());
                } catch (IOException e) {
                    // either has gone, and the other shall hear of it
                } finally {
                    closeQuietly(caller);
                }
            });
            handOn(caller.getInputStream(), server.getOutputStream());
            server.shutdownOutput();
            answers.join();
        } catch (IOException e) {
            // as above
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void handOn(InputStream from, OutputStream to) throws IOException, InterruptedException {
        byte[] piece = new byte[LONGEST_PIECE];
        for (int length = from.read(piece); length >= 0; length = from.read(piece)) {
            Thread.sleep(delay);
            to.write(piece, 0, length);
        }
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            // closed is closed
        }
    }
}
