package dev.haru.client;

import java.net.http.HttpClient;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A client of the gateway, whose URL is in HARU_URL. It sends the access token with each call, and repeats calls that a busy
 * machine refuses. The generated API classes copy its settings when they are constructed.
 */
final class TestClient extends ApiClient {

    private final AtomicReference<String> token = new AtomicReference<>();

    TestClient() {
        updateBaseUri(System.getenv("HARU_URL"));
        setRequestInterceptor(request -> {
            if (token.get() != null) {
                request.setHeader("Authorization", "Bearer " + token.get());
            }
        });
    }

    void useToken(String accessToken) {
        token.set(accessToken);
    }

    @Override
    public HttpClient getHttpClient() {
        return new RetryingHttpClient(super.getHttpClient());
    }
}
