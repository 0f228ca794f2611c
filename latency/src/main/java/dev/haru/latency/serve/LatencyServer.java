package dev.haru.latency.serve;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.haru.latency.live.LiveTraces;
import dev.haru.latency.source.BadInput;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** The HTTP server of the page. It is read-only: it responds to GET and HEAD, and changes nothing. */
public final class LatencyServer implements AutoCloseable {

    /**
     * The bounds of the JDK's server (module jdk.httpserver), which reads them once. Times are in seconds. With a drain
     * amount of 0, the server would close every connection after a response, also while the client sends its next
     * request.
     */
    private static final Map<String, String> BOUNDS = Map.of(
            "sun.net.httpserver.maxReqTime", "10",
            "sun.net.httpserver.maxRspTime", "60",
            "sun.net.httpserver.idleInterval", "30",
            "sun.net.httpserver.maxReqHeaders", "64",
            "sun.net.httpserver.maxReqHeaderSize", "16384",
            "sun.net.httpserver.drainAmount", "1",
            "jdk.httpserver.maxConnections", "64");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private LatencyServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Starts the server. Throws {@link BadInput} if the port is in use or the address is not of this machine.
     *
     * @param port 0 for any free port
     * @param defects takes exceptions that only a defect of the tool can cause
     */
    public static LatencyServer start(InetAddress address, int port, LiveTraces traces, Consumer<Throwable> defects) {
        BOUNDS.forEach((property, value) -> {
            if (System.getProperty(property) == null) {
                System.setProperty(property, value);
            }
        });
        LatencyServer started = new LatencyServer(bind(address, port));
        Api api = new Api(traces);
        traces.afterFirst(api::warmUp);
        started.add("/api/", new ApiHandler(api, defects));
        started.add("/", new FileHandler());
        started.server.setExecutor(started.threads);
        started.server.start();
        return started;
    }

    /** The URL of the page. */
    public String url() {
        InetSocketAddress address = server.getAddress();
        String host = address.getAddress().getHostAddress();
        return "http://%s:%d/"
                .formatted(address.getAddress() instanceof Inet6Address ? '[' + host + ']' : host, address.getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static HttpServer bind(InetAddress address, int port) {
        try {
            return HttpServer.create(new InetSocketAddress(address, port), 0);
        } catch (BindException e) {
            throw new BadInput(
                    "Port %d of %s cannot be used: %s. Set another with --port."
                            .formatted(port, address.getHostAddress(), e.getMessage()),
                    e);
        } catch (IOException e) {
            throw new BadInput("The server cannot start: " + e.getMessage(), e);
        }
    }

    private void add(String path, HttpHandler handler) {
        HttpContext context = server.createContext(path, handler);
        context.getFilters().add(new RequestGuard());
    }
}
