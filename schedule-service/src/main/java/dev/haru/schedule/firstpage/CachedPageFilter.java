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
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * Sends a cached page before Spring's security and dispatcher, which cost several times as much as the filter. The page
 * is the same for all clients, so the filter ignores an access token. {@code PublicEndpoints} ignores it for the
 * requests that pass the filter.
 */
final class CachedPageFilter implements Filter {

    static final String OVERALL = "/v1/templates/first-page";

    /** The headers of fetch, of generated clients, of axios and of HTTPie. */
    private static final Set<String> USUAL_ACCEPT = Set.of(
            MediaType.ALL_VALUE,
            MediaType.APPLICATION_JSON_VALUE,
            "application/json, application/problem+json",
            "application/json, text/plain, */*",
            "application/json, */*;q=0.5");

    private final FirstPages pages;
    private final FirstPageWriter writer;
    private final Categories categories;
    private final CachedPageMetrics metrics;

    CachedPageFilter(FirstPages pages, FirstPageWriter writer, Categories categories, CachedPageMetrics metrics) {
        this.pages = pages;
        this.writer = writer;
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
                ? pages.getIfCached(category, categories.languageFor(call.getHeader(HttpHeaders.ACCEPT_LANGUAGE)))
                : null;
        if (page == null) {
            chain.doFilter(request, response);
            return;
        }
        int status = writer.send(page, call, (HttpServletResponse) response);
        metrics.record(call.getMethod(), category != null, status, System.nanoTime() - start);
    }

    /** Whether the request reads the page without query parameters. Spring refuses parameters, which are unknown. */
    private static boolean isRead(HttpServletRequest request) {
        return (request.getMethod().equals("GET") || request.getMethod().equals("HEAD"))
                && request.getQueryString() == null;
    }

    /**
     * Whether the header is one of the usual ones. Spring handles other headers, because it evaluates weights and
     * refuses with 406.
     */
    private static boolean acceptsJson(@Nullable String accept) {
        return accept == null || USUAL_ACCEPT.contains(accept);
    }

    /**
     * Returns the category in the path, or null for the page over all templates. Text that is not a code matches no
     * cached page.
     */
    private static @Nullable String categoryIn(String path) {
        return path.length() > OVERALL.length() ? path.substring(OVERALL.length() + 1) : null;
    }
}
