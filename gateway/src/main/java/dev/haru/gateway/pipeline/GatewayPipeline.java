package dev.haru.gateway.pipeline;

import org.springframework.cloud.gateway.filter.NettyRoutingFilter;
import org.springframework.cloud.gateway.filter.RouteToRequestUrlFilter;
import org.springframework.core.Ordered;

/**
 * The two filter chains of the gateway. Each filter takes its order from its step, and a step's place in the list is
 * its order. The comment of a step gives the reason of its place, its text the effect of the filter. A test compares
 * both chains of the running gateway with {@code docs/architecture.md}.
 */
public final class GatewayPipeline {

    private GatewayPipeline() {}

    /** A step of every request: a {@link org.springframework.web.server.WebFilter}. */
    public enum WebStep {

        /** First, so that the gateway's time includes all other steps. */
        SERVER_TIMING("measures the gateway's own time; writes or removes `Server-Timing`"),
        /** Before each step that may respond, so that every response has the trace id. */
        TRACE("determines the trace; writes `X-Trace-Id`"),
        /** Before each step that may respond, so that every response can close its connection. */
        DRAIN("`Connection: close` while the process drains"),
        /** Before each step that may respond, so that every response has a date. */
        DATE("`Date` of the response"),
        /** Before each step that may respond, so that every response has the security headers. */
        SECURITY_HEADERS("security headers of the response"),
        /** Before each refusal, so that a page can read the problem; responds to preflights itself. */
        CORS("CORS headers, and the response to a preflight"),
        /** Before the checks of the request, because an unreadable request has no target to check. */
        UNREADABLE("the problem for a request that is not valid HTTP"),
        /** Last, so that only plain requests reach the routes and the API page. */
        REQUEST_GUARD(
                "204 for `OPTIONS *`; 400, 404 or 501 for a token in the URL, a parameter without a name, an ambiguous path or an unusual method");

        private final String effect;

        WebStep(String effect) {
            this.effect = effect;
        }

        /** Returns the order of the filter. */
        @SuppressWarnings("EnumOrdinal") // a step's place in the list is its order
        public int order() {
            return Ordered.HIGHEST_PRECEDENCE + ordinal();
        }

        /** Returns the effect of the filter in one line of Markdown. */
        public String effect() {
            return effect;
        }
    }

    /**
     * A step of a request with a route: a {@link org.springframework.cloud.gateway.filter.GlobalFilter}, or a filter of
     * some routes only.
     */
    public enum RouteStep {

        /** First, because it needs only memory, and floods of sign-ins come from blocked addresses. */
        BLOCKED_LOGIN("sign-in only: 429 for a blocked address, from memory"),
        /** After the block, so that a blocked sign-in takes no free place; needs only memory, like the block. */
        SATURATION("calls that hash only: 503 while password hashing is saturated, from memory"),
        /** Before the rate limit, whose buckets have the token as key. */
        TOKEN_GUARD("401 for a malformed access token; removes it from a public call"),
        /** Before the rate limit, which costs more than this response. */
        CONDITIONAL_GET("304 for a page that the client has"),
        /** Before the body is read, so that a refusal reads none. */
        RATE_LIMIT("429, and the `RateLimit` headers"),
        /** Before the wait, so that a slow client occupies no connection to a service. */
        BODY_GUARD("forwards the request after its whole body has arrived; 408, 413, 415"),
        /** After all refusals, so that a refused request never waits; before the call, which takes memory. */
        CONNECTION_WAIT("waits until a connection to the service is free; 503"),
        /** Around all steps of the call, so that a second attempt repeats them. */
        SERVICE_CALL("second attempt of a `GET`, problems for failed calls"),
        /** Around the steps of the call: it sends the response after they have ended. */
        RESPONSE_WRITE("sends the response, a small one in one write; compresses JSON from 1 KB on"),
        /** Inside the write, so that it replaces a refusal of auth-service before that is sent. */
        SATURATION_RESPONSE(
                "calls that hash only: records the capacity that auth-service reports; delays its refusals"),
        /** Spring Cloud Gateway sets this order. */
        REQUEST_URL(RouteToRequestUrlFilter.ROUTE_TO_URL_FILTER_ORDER, "the URL of the request at the service"),
        /** Last, because the call ends the chain. */
        SERVICE_ROUTING(NettyRoutingFilter.ORDER, "the call to the service, with its bounds and circuit breaker");

        private final int order;
        private final String effect;

        @SuppressWarnings("EnumOrdinal") // a step's place in the list is its order
        RouteStep(String effect) {
            this.order = Ordered.HIGHEST_PRECEDENCE + ordinal();
            this.effect = effect;
        }

        RouteStep(int order, String effect) {
            this.order = order;
            this.effect = effect;
        }

        /** Returns the order of the filter. */
        public int order() {
            return order;
        }

        /** Returns the effect of the filter in one line of Markdown. */
        public String effect() {
            return effect;
        }
    }
}
