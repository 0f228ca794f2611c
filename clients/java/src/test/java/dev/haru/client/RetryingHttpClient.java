package dev.haru.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** Sends a request again after 503 with {@code Retry-After} or 504, for at most five minutes: a busy machine refuses calls. */
final class RetryingHttpClient extends HttpClient {

    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final HttpClient delegate;

    RetryingHttpClient(HttpClient delegate) {
        this.delegate = delegate;
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        Instant end = Instant.now().plus(LIMIT);
        while (true) {
            HttpResponse<T> response = delegate.send(request, handler);
            Optional<Duration> pause = pauseAfter(response);
            if (pause.isEmpty() || Instant.now().plus(pause.get()).isAfter(end)) {
                return response;
            }
            if (response.body() instanceof InputStream body) {
                body.close();
            }
            Thread.sleep(pause.get());
        }
    }

    private static Optional<Duration> pauseAfter(HttpResponse<?> response) {
        return switch (response.statusCode()) {
            case 503 -> response.headers().firstValue("Retry-After").map(Long::valueOf).map(Duration::ofSeconds);
            case 504 -> Optional.of(Duration.ofSeconds(1));
            default -> Optional.empty();
        };
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        return delegate.sendAsync(request, handler);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, PushPromiseHandler<T> promises) {
        return delegate.sendAsync(request, handler, promises);
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return delegate.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return delegate.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return delegate.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return delegate.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return delegate.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return delegate.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return delegate.authenticator();
    }

    @Override
    public Version version() {
        return delegate.version();
    }

    @Override
    public Optional<Executor> executor() {
        return delegate.executor();
    }
}
