package dev.haru.schedule.firstpage;

import dev.haru.platform.encoding.AcceptEncoding;
import dev.haru.platform.precondition.IfNoneMatch;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/** Sends a page, gzipped if the client accepts gzip, or a 304 if the client has the current version. */
@Component
class FirstPageWriter {

    private static final String VARY = "Accept-Encoding, Accept-Language";
    private static final String GZIP = "gzip";

    private final String cacheControl;

    FirstPageWriter(FirstPageProperties properties) {
        this.cacheControl = properties.cacheControl();
    }

    /** Sends the page and returns the status. */
    int send(FirstPage page, HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean gzip = AcceptEncoding.includesGzip(request.getHeader(HttpHeaders.ACCEPT_ENCODING));
        FirstPage.Content content = gzip ? page.gzipped() : page.plain();
        response.setHeader(HttpHeaders.ETAG, content.tag());
        response.setHeader(HttpHeaders.CACHE_CONTROL, cacheControl);
        response.setHeader(HttpHeaders.VARY, VARY);
        response.setHeader(HttpHeaders.CONTENT_LANGUAGE, page.language());
        if (IfNoneMatch.names(request.getHeader(HttpHeaders.IF_NONE_MATCH), content.tag())) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return HttpServletResponse.SC_NOT_MODIFIED;
        }
        if (gzip) {
            response.setHeader(HttpHeaders.CONTENT_ENCODING, GZIP);
        }
        response.setContentType("application/json");
        response.setContentLength(content.length());
        if (!request.getMethod().equals("HEAD")) {
            content.writeTo(response.getOutputStream());
        }
        return HttpServletResponse.SC_OK;
    }
}
