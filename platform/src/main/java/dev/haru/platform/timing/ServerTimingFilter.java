package dev.haru.platform.timing;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/** Times a request from here until its response is sent, across error and asynchronous dispatches. */
final class ServerTimingFilter implements Filter {

    static final String ATTRIBUTE = RequestTiming.class.getName();

    private final String hop;
    private final Map<String, String> entriesByCache;

    ServerTimingFilter(String hop, Map<String, String> entriesByCache) {
        this.hop = hop;
        this.entriesByCache = entriesByCache;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        RequestTiming timing = timing(request);
        HttpServletResponse answer = (HttpServletResponse) response;
        if (request.getDispatcherType() != DispatcherType.ASYNC) {
            // An asynchronous dispatch receives the wrapped response of the first dispatch.
            answer = new TimedResponse(answer, () -> timing.header(hop, entriesByCache));
        }
        timing.enter();
        try {
            chain.doFilter(request, answer);
        } finally {
            RequestTiming.leave();
            if (!request.isAsyncStarted() && !answer.isCommitted()) {
                // The container sends a response that fits into its buffer only after all filters.
                answer.setHeader(TimingEntries.HEADER, timing.header(hop, entriesByCache));
            }
        }
    }

    private static RequestTiming timing(ServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof RequestTiming known) {
            return known;
        }
        RequestTiming timing = new RequestTiming();
        request.setAttribute(ATTRIBUTE, timing);
        return timing;
    }
}
