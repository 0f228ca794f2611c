package dev.haru.platform.pipeline;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.core.Ordered;

/**
 * The servlet filters of a service in their order. A step's place in the list is the order of its filter. The comment
 * of a step gives the reason of its place, its text the effect of the filter. A test of each service compares its
 * running filters with {@code docs/architecture.md}.
 */
public enum ServletPipeline {

    /** First, so that the service's time includes all other steps. */
    SERVER_TIMING("measures the service's own time; writes `Server-Timing`"),

    /** Before each step that may respond, so that every response and every log line has the trace id. */
    TRACE("makes the trace context current; writes `X-Trace-Id`"),

    /** Before the metrics and security, which treat warm-up calls differently. */
    WARM_UP("recognises warm-up calls"),

    /** Before the costly steps. The filter records its own metric, so it does not need the observation. */
    CACHED_RESPONSE("schedule-service only: sends a cached first page"),

    /** Spring Boot's filter, before each step that refuses requests, so that the metric includes the refusals. */
    OBSERVATION("records the metric `http.server.requests`"),

    /** Before security, which calls upstream services and must do so within the deadline. */
    DEADLINE("504 for an expired deadline"),

    /** Spring Security's chain. Spring Boot sets this order, which is after all steps above. */
    SECURITY(
            SecurityFilterProperties.DEFAULT_FILTER_ORDER,
            "one of `actuatorChain`, `internalChain` and `publicChain`: authenticates an operator, a client service or"
                    + " a member");

    private final int order;
    private final String effect;

    @SuppressWarnings("EnumOrdinal") // a filter's place in the list is its order
    ServletPipeline(String effect) {
        this.order = Ordered.HIGHEST_PRECEDENCE + ordinal();
        this.effect = effect;
    }

    ServletPipeline(int order, String effect) {
        this.order = order;
        this.effect = effect;
    }

    /** Returns the order of the step's filter. */
    public int order() {
        return order;
    }

    /** Returns the effect of the step's filter in one line of Markdown. */
    public String effect() {
        return effect;
    }

    /** Returns the registration of a filter at this step, for these dispatches only. */
    public <F extends Filter> FilterRegistrationBean<F> register(
            F filter, DispatcherType dispatch, DispatcherType... more) {
        FilterRegistrationBean<F> registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(order);
        registration.setDispatcherTypes(dispatch, more);
        return registration;
    }
}
