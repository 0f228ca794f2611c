package dev.haru.schedule.firstpage;

import dev.haru.platform.precondition.IfNoneMatch;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/** Sends a page, gzipped to whoever takes that, or that it is unmodified. */
@Component
class FirstPageAnswer {

    private static final String VARY = "Accept-Encoding, Accept-Language";
    private static final String GZIP = "gzip";

    /** Characters of {@code Accept-Encoding}; a longer one is no browser's, and costs time to read. */
    private static final int LONGEST_ENCODINGS = 200;

    private final String cacheControl;

    FirstPageAnswer(FirstPageProperties properties) {
        this.cacheControl = properties.cacheControl();
    }

    /** The status that was sent. */
    int send(FirstPage page, HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean gzip = accepts(request.getHeader(HttpHeaders.ACCEPT_ENCODING));
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

    /** RFC 9110, section 12.5.3: gzip or anything, unless with the weight 0. */
    static boolean accepts(@Nullable String acceptEncoding) {
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
