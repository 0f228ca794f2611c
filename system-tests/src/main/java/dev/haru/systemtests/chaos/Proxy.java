package dev.haru.systemtests.chaos;

import dev.haru.platform.port.FreePort;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A TCP proxy in front of a local port. It can refuse connections, drop all data, or forward again. Its own port is no
 * ephemeral port, which another connection could get while the proxy refuses connections.
 *
 * <p>Longer than 120 lines because it keeps the connections and their states together.
 */
final class Proxy implements AutoCloseable {

    private static final int BUFFER = 16 * 1024;
    private static final int LISTEN = 128;

    private final int port;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile ServerSocket listener;
    private volatile boolean silent;
    private @Nullable Thread acceptor;

    private Proxy(ServerSocket listener, int target) {
        this.listener = listener;
        this.port = listener.getLocalPort();
        this.target = target;
    }

    static Proxy to(int target) {
        Proxy proxy = new Proxy(listen(FreePort.next()), target);
        proxy.accept();
        return proxy;
    }

    int port() {
        return port;
    }

    /** Closes all connections and refuses new ones. */
    void cut() {
        close();
    }

    /** Keeps connections open but drops all data. Neither end gets an error. */
    void silence() {
        silent = true;
    }

    /** Forwards again. Closes connections that lost data, so that no late data arrives. */
    void restore() {
        close();
        silent = false;
        listener = listen(port);
        accept();
    }

    @Override
    public void close() {
        closeQuietly(listener);
        // The port is free for the next listener only after the acceptor thread has ended.
        awaitEnd(acceptor);
        open.forEach(Proxy::closeQuietly);
        open.clear();
    }

    private void accept() {
        ServerSocket own = listener;
        acceptor = Thread.startVirtualThread(() -> {
            while (!own.isClosed()) {
                try {
                    Socket client = own.accept();
                    open.add(client);
                    Thread.startVirtualThread(() -> forward(client));
                } catch (IOException e) {
                    closeQuietly(own);
                }
            }
        });
    }

    private static void awaitEnd(@Nullable Thread thread) {
        try {
            if (thread != null) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forward(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            open.add(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Thread back = Thread.startVirtualThread(() -> copy(server, client));
            copy(client, server);
            back.join();
            open.remove(server);
        } catch (IOException e) {
            // one end has closed the connection, so the other end is closed, too
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(client);
        }
    }

    private void copy(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (!silent) {
                    out.write(buffer, 0, read);
                }
            }
        } catch (IOException e) {
            // one end has closed the connection: the finally block closes the other one
        } finally {
            closeQuietly(from);
            closeQuietly(to);
        }
    }

    private static ServerSocket listen(int port) {
        try {
            return new ServerSocket(port, LISTEN, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            // the resource counts as closed even if close fails
        }
    }
}
