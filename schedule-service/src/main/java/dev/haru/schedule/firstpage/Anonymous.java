package dev.haru.schedule.firstpage;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** A request without its token, so that a dead one closes nobody out of a public page. */
final class Anonymous extends HttpServletRequestWrapper {

    Anonymous(HttpServletRequest request) {
        super(request);
    }

    @Override
    public @Nullable String getHeader(String name) {
        return isToken(name) ? null : super.getHeader(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return isToken(name) ? Collections.emptyEnumeration() : super.getHeaders(name);
    }

    private static boolean isToken(String name) {
        return name.equalsIgnoreCase(HttpHeaders.AUTHORIZATION);
    }
}
