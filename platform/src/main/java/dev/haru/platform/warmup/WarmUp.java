package dev.haru.platform.warmup;

import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;

/**
 * Runs the service's warm-up scenario over its own HTTP port until it gets no faster or the time limit ends. It runs
 * after the server has started and before Spring Boot reports the application as ready. So readiness follows the
 * warm-up, whether it succeeds or fails.
 */
final class WarmUp implements ApplicationRunner, Ordered {

    private static final Logger log = LoggerFactory.getLogger(WarmUp.class);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final String LOOPBACK = "127.0.0.1";

    private final WarmUpProperties properties;
    private final WarmUpScenario scenario;
    private final WarmUpPass pass;
    private final ConfigurableApplicationContext context;
    private final @Nullable InetAddress address;

    WarmUp(
            WarmUpProperties properties,
            WarmUpScenario scenario,
            WarmUpPass pass,
            ConfigurableApplicationContext context,
            @Nullable InetAddress address) {
        this.properties = properties;
        this.scenario = scenario;
        this.pass = pass;
        this.context = context;
        this.address = address;
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        Integer port = context.getEnvironment().getProperty("local.server.port", Integer.class);
        if (port == null) {
            return;
        }
        if (address != null && !address.isAnyLocalAddress() && !address.isLoopbackAddress()) {
            log.warn("warm-up incomplete: the service does not listen on the loopback address");
            return;
        }
        String host = address != null && address.isLoopbackAddress() ? address.getHostAddress() : LOOPBACK;
        String url = "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        try (HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .build()) {
            warmUp(new WarmUpRound(client, url, pass.open(), scenario, properties));
            client.shutdownNow();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (Exception failure) {
            // A service that is slow at first is better than an unavailable one.
            log.warn("warm-up incomplete", failure);
        } finally {
            pass.close();
        }
    }

    private void warmUp(WarmUpRound round) throws InterruptedException {
        long start = System.nanoTime();
        long end = start + properties.timeLimit().toNanos();
        Plateau plateau = new Plateau(properties.rounds());
        int made = 0;
        @Nullable String last = null;
        while (!plateau.isReached() && System.nanoTime() < end && context.isActive()) {
            try {
                Duration call = round.make(end);
                plateau.add(call);
                made++;
                last = "a call takes " + millis(call);
            } catch (IOException failure) {
                plateau.interrupt();
                // The result of a round that the time limit interrupted is less useful than the previous result.
                last = last != null && System.nanoTime() >= end ? last : String.valueOf(failure);
                Thread.sleep(PAUSE);
            }
        }
        String took = millis(Duration.ofNanos(System.nanoTime() - start));
        if (plateau.isReached()) {
            log.info("warm-up completed after {} and {} rounds: {}", took, made, last);
        } else {
            log.warn("warm-up incomplete after {} and {} rounds, the service becomes ready: {}", took, made, last);
        }
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.1f ms", duration.toNanos() / 1e6);
    }
}
