package dev.haru.latency.serve;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Refuses requests that the page does not send, and sets the headers that restrict the page.
 *
 * <p>The {@code Host} must be an IP address or {@code localhost}. A page of another site can let its own name resolve
 * to this machine (DNS rebinding), but not an address.
 */
final class RequestGuard extends Filter {

    private static final Set<String> METHODS = Set.of("GET", "HEAD");
    private static final Pattern HOST =
            Pattern.compile("(?i)(localhost|\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]{2,45}\\])(:\\d{1,5})?");
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            // The drawing of a waterfall has widths in style attributes.
            "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; connect-src 'self'; "
                    + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cache-Control",
            "no-store");

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        HEADERS.forEach(exchange.getResponseHeaders()::set);
        Headers request = exchange.getRequestHeaders();
        if (!METHODS.contains(exchange.getRequestMethod())) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            refuse(exchange, 405, "Only GET and HEAD are allowed.");
        } else if (!isOfThisServer(request.getOrDefault("Host", List.of()))) {
            refuse(exchange, 421, "The host of the URL must be an IP address or localhost.");
        } else if (request.containsKey("Transfer-Encoding")
                || !request.getOrDefault("Content-Length", List.of("0")).equals(List.of("0"))) {
            refuse(exchange, 413, "A request must have no body.");
        } else {
            chain.doFilter(exchange);
        }
    }

    @Override
    public String description() {
        return "refuses requests that the page does not send";
    }

    private static boolean isOfThisServer(List<String> hosts) {
        return hosts.size() == 1 && HOST.matcher(hosts.getFirst()).matches();
    }

    private static void refuse(HttpExchange exchange, int status, String reason) throws IOException {
        exchange.getResponseHeaders().set("Connection", "close");
        Response.send(exchange, status, Response.JSON, Response.error(reason));
    }
}
