package dev.haru.platform.upstream;

import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;

/**
 * Sends an idempotent call again, at once, when the pooled connection turned out to be closed; a GET has its own second
 * try in {@link ResilientClient}. The client's own strategy would also sleep through {@code Retry-After} on a 503, with
 * the caller's thread.
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
