package dev.haru.local.chaos;

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

/** A TCP proxy in front of a port of this machine, which can be cut, or fall silent, and be mended again. */
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
        Proxy proxy = new Proxy(listen(0), target);
        proxy.accept();
        return proxy;
    }

    int port() {
        return port;
    }

    /** From now on connections are refused, and those that were there are gone. */
    void cut() {
        close();
    }

    /** From now on nothing that is sent arrives, and nobody is told. */
    void silence() {
        silent = true;
    }

    /** All is well again; what was silent is cut, so that nothing comes late. */
    void mend() {
        close();
        silent = false;
        listener = listen(port);
        accept();
    }

    @Override
    public void close() {
        quietly(listener);
        // Only when nobody waits for callers any more is the port free for the next listener.
        end(acceptor);
        open.forEach(Proxy::quietly);
        open.clear();
    }

    private void accept() {
        ServerSocket own = listener;
        acceptor = Thread.startVirtualThread(() -> {
            while (!own.isClosed()) {
                try {
                    Socket client = own.accept();
                    open.add(client);
                    Thread.startVirtualThread(() -> join(client));
                } catch (IOException e) {
                    quietly(own);
                }
            }
        });
    }

    private static void end(@Nullable Thread thread) {
        try {
            if (thread != null) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void join(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            open.add(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Thread back = Thread.startVirtualThread(() -> pump(server, client));
            pump(client, server);
            back.join();
            open.remove(server);
        } catch (IOException e) {
            // the other end is away, and so is this one now
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(client);
        }
    }

    private void pump(Socket from, Socket to) {
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
            // one of them is gone: the other must be, too
        } finally {
            quietly(from);
            quietly(to);
        }
    }

    private static ServerSocket listen(int port) {
        try {
            return new ServerSocket(port, LISTEN, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void quietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            // it is gone either way
        }
    }
}
