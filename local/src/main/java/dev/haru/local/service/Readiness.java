package dev.haru.local.service;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Calls the readiness URL of a service. */
final class Readiness implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final HttpRequest request;

    Readiness(String url) {
        this.request = HttpRequest.newBuilder(URI.create(url)).timeout(TIMEOUT).build();
    }

    /** Whether the URL returns 200 now. */
    boolean isReady() throws InterruptedException {
        try {
            return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
