package dev.haru.systemtests.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

/** A TCP proxy between two services that can delay requests, to simulate a slow network. */
final class DelayProxy implements AutoCloseable {

    private static final int BACKLOG = 50;
    private static final int CHUNK_BYTES = 65_536;

    private final ServerSocket listener;
    private final int target;
    private volatile Duration delay = Duration.ZERO;

    private DelayProxy(ServerSocket listener, int target) {
        this.listener = listener;
        this.target = target;
    }

    /** Listens on a free port and forwards to {@code target}, both on the loopback address. */
    static DelayProxy to(int target) {
        try {
            DelayProxy proxy = new DelayProxy(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()), target);
            Thread.ofVirtual().start(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    /** Sets the delay of each chunk of a request. A request without a body is one chunk. */
    void delay(Duration value) {
        delay = value;
    }

    @Override
    public void close() {
        closeQuietly(listener);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Thread.ofVirtual().start(() -> connect(client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void connect(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Thread responses = Thread.ofVirtual().start(() -> {
                try {
                    server.getInputStream().transferTo(client.getOutputStream());
                } catch (IOException e) {
                    // one end has closed the connection: the finally block closes the other end
                } finally {
                    closeQuietly(client);
                }
            });
            forward(client.getInputStream(), server.getOutputStream());
            server.shutdownOutput();
            responses.join();
        } catch (IOException e) {
            // as above
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forward(InputStream from, OutputStream to) throws IOException, InterruptedException {
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int length = from.read(chunk); length >= 0; length = from.read(chunk)) {
            Thread.sleep(delay);
            to.write(chunk, 0, length);
        }
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            // nothing to do if close fails
        }
    }
}
