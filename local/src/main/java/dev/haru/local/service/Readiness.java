package dev.haru.local.service;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Polls the readiness URL of a service until it returns 200. */
final class Readiness {

    private static final long POLL_MILLIS = 100;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final HttpRequest request;

    Readiness(String url) {
        this.request = HttpRequest.newBuilder(URI.create(url)).timeout(TIMEOUT).build();
    }

    /** Whether the service became ready within the limit. Returns false early if {@code worthWaiting} returns false. */
    boolean await(Duration limit, BooleanSupplier worthWaiting) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        try (client) {
            while (worthWaiting.getAsBoolean() && System.nanoTime() < end) {
                if (isReady()) {
                    return true;
                }
                Thread.sleep(POLL_MILLIS);
            }
            return false;
        }
    }

    private boolean isReady() throws InterruptedException {
        try {
            return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }
}
