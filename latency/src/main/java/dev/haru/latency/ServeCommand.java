package dev.haru.latency;

import dev.haru.latency.live.LiveTraces;
import dev.haru.latency.serve.LatencyServer;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.TraceFeed;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "serve",
        description = "Serves a page of the routes over time: components, requests, shapes, waterfalls, comparisons.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ServeCommand implements Callable<Integer> {

    private static final int MAXIMUM_PORT = 65_535;
    private static final int MAXIMUM_TRACES = 1_000_000;

    /** The share of the heap for traces. The rest is for a response, and for reading. */
    private static final double KEPT_SHARE = 0.5;

    private final Clock clock;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "The address to listen on (default: ${DEFAULT-VALUE}). The page has no access control.")
    private String bind = "";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "3210",
            description = "The port to listen on, 0 for any free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--keep",
            paramLabel = "N",
            defaultValue = "50000",
            description =
                    "The maximum number of kept traces (default: ${DEFAULT-VALUE}). The oldest traces are removed.")
    private int keep;

    @Mixin
    private Traces traces = new Traces();

    ServeCommand(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Integer call() throws InterruptedException {
        checkNumbers();
        TraceFeed feed = traces.feed(clock);
        PrintWriter err = spec.commandLine().getErr();
        try (LiveTraces live = new LiveTraces(
                        feed,
                        traces.link(feed::link),
                        () -> traces.since(clock),
                        keep,
                        (long) (Runtime.getRuntime().maxMemory() * KEPT_SHARE),
                        clock,
                        defect -> defect.printStackTrace(err));
                LatencyServer server =
                        LatencyServer.start(address(), port, live, defect -> defect.printStackTrace(err))) {
            live.start();
            PrintWriter out = spec.commandLine().getOut();
            out.printf("%s shows the traces of %s. Ctrl-C ends it.%n", server.url(), feed.description());
            out.flush();
            new CountDownLatch(1).await();
        }
        return 0;
    }

    private void checkNumbers() {
        if (port < 0 || port > MAXIMUM_PORT) {
            throw new BadInput("--port %d is not between 0 and %d.".formatted(port, MAXIMUM_PORT));
        }
        if (keep < 1 || keep > MAXIMUM_TRACES) {
            throw new BadInput("--keep %d is not between 1 and %,d.".formatted(keep, MAXIMUM_TRACES));
        }
    }

    private InetAddress address() {
        try {
            return InetAddress.getByName(bind);
        } catch (UnknownHostException e) {
            throw new BadInput("--bind %s is not an address of this machine.".formatted(bind), e);
        }
    }
}
