package dev.haru.platform.upstream;

import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;

/**
 * Retries an idempotent call at once if the pooled connection was closed. A GET is excluded, because
 * {@link ResilientClient} retries it. The HTTP client's default strategy would also wait for {@code Retry-After} after
 * a 503 and block the caller's thread.
 */
final class StaleConnectionRetry extends DefaultHttpRequestRetryStrategy {

    StaleConnectionRetry() {
        super(1, TimeValue.ZERO_MILLISECONDS);
    }

    @Override
    protected boolean handleAsIdempotent(HttpRequest request) {
        return !"GET".equals(request.getMethod()) && super.handleAsIdempotent(request);
    }

    @Override
    public boolean retryRequest(HttpResponse response, int executions, HttpContext context) {
        return false;
    }
}
