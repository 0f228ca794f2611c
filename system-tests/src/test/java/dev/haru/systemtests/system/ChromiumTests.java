package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

class ChromiumTests {

    @Test
    void scriptRunsInThePageEvenIfTheSiteRespondsLate(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path profile)
            throws Exception {
        HttpServer site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        site.createContext("/", exchange -> {
            LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        site.start();
        String url = "http://127.0.0.1:%d/page".formatted(site.getAddress().getPort());
        try (Chromium browser = Chromium.open(profile, 9, url);
                DevTools tools = browser.page()) {
            assertThat(tools.run("location.href").asString()).isEqualTo(url);
        } finally {
            site.stop(0);
        }
    }
}
