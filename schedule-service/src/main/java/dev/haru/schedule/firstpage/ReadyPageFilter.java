package dev.haru.schedule.firstpage;

import dev.haru.schedule.category.Categories;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * Sends a page that is ready before security and Spring's dispatcher, which cost several times what it does. The page
 * is the same for everybody, so a token that comes along is not looked at, here or, by {@code PublicEndpoints}, behind.
 */
final class ReadyPageFilter implements Filter {

    static final String OVERALL = "/v1/templates/first-page";

    private static final String JSON_FIRST = MediaType.APPLICATION_JSON_VALUE + ",";
    private static final int LONGEST_ACCEPT = 200;

    private final FirstPages pages;
    private final FirstPageAnswer answer;
    private final Categories categories;
    private final ReadyPageMetrics metrics;

    ReadyPageFilter(FirstPages pages, FirstPageAnswer answer, Categories categories, ReadyPageMetrics metrics) {
        this.pages = pages;
        this.answer = answer;
        this.categories = categories;
        this.metrics = metrics;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest call = (HttpServletRequest) request;
        long start = System.nanoTime();
        @Nullable String category = categoryIn(call.getRequestURI());
        @Nullable FirstPage page = isRead(call) && acceptsJson(call.getHeader(HttpHeaders.ACCEPT))
                ? pages.ready(category, categories.languageFor(call.getHeader(HttpHeaders.ACCEPT_LANGUAGE)))
                : null;
        if (page == null) {
            chain.doFilter(request, response);
            return;
        }
        int status = answer.send(page, call, (HttpServletResponse) response);
        metrics.record(call.getMethod(), category != null, status, System.nanoTime() - start);
    }

    private static boolean isRead(HttpServletRequest request) {
        return request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    }

    /** What lists more than the usual is left to Spring, which knows weights, and refuses with 406. */
    private static boolean acceptsJson(@Nullable String accept) {
        return accept == null
                || accept.equals(MediaType.ALL_VALUE)
                || accept.equals(MediaType.APPLICATION_JSON_VALUE)
                || (accept.startsWith(JSON_FIRST) && accept.length() <= LONGEST_ACCEPT);
    }

    /** Null for the page over all; what is no code is none that is kept. */
    private static @Nullable String categoryIn(String path) {
        return path.length() > OVERALL.length() ? path.substring(OVERALL.length() + 1) : null;
    }
}
