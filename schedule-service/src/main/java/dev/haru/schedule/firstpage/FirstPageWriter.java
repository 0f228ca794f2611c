package dev.haru.schedule.firstpage;

import dev.haru.platform.precondition.IfNoneMatch;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/** Sends a page, gzipped if the client accepts gzip, or a 304 if the client has the current version. */
@Component
class FirstPageWriter {

    private static final String VARY = "Accept-Encoding, Accept-Language";
    private static final String GZIP = "gzip";

    /** The maximum length of {@code Accept-Encoding}. No browser sends a longer header, and parsing costs time. */
    private static final int LONGEST_ENCODINGS = 200;

    private final String cacheControl;

    FirstPageWriter(FirstPageProperties properties) {
        this.cacheControl = properties.cacheControl();
    }

    /** Sends the page and returns the status. */
    int send(FirstPage page, HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean gzip = acceptsGzip(request.getHeader(HttpHeaders.ACCEPT_ENCODING));
        FirstPage.Content content = gzip ? page.gzipped() : page.plain();
        response.setHeader(HttpHeaders.ETAG, content.tag());
        response.setHeader(HttpHeaders.CACHE_CONTROL, cacheControl);
        response.setHeader(HttpHeaders.VARY, VARY);
        if (IfNoneMatch.names(request.getHeader(HttpHeaders.IF_NONE_MATCH), content.tag())) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return HttpServletResponse.SC_NOT_MODIFIED;
        }
        if (gzip) {
            response.setHeader(HttpHeaders.CONTENT_ENCODING, GZIP);
        }
        response.setHeader(HttpHeaders.CONTENT_LANGUAGE, page.language());
        response.setContentType("application/json");
        response.setContentLength(content.length());
        if (!request.getMethod().equals("HEAD")) {
            content.writeTo(response.getOutputStream());
        }
        return HttpServletResponse.SC_OK;
    }

    /** Whether the header lists gzip or {@code *} with a weight above 0 (RFC 9110, section 12.5.3). */
    static boolean acceptsGzip(@Nullable String acceptEncoding) {
        if (acceptEncoding == null
                || acceptEncoding.equals("identity")
                || acceptEncoding.length() > LONGEST_ENCODINGS) {
            return false;
        }
        boolean any = false;
        for (String coding : acceptEncoding.toLowerCase(Locale.ROOT).split(",", -1)) {
            int semicolon = coding.indexOf(';');
            String name = (semicolon < 0 ? coding : coding.substring(0, semicolon)).strip();
            boolean wanted = semicolon < 0 || !coding.substring(semicolon).matches(";\\s*q=0(\\.0*)?\\s*");
            if (name.equals(GZIP) || name.equals("x-gzip")) {
                return wanted;
            }
            any |= name.equals("*") && wanted;
        }
        return any;
    }
}
