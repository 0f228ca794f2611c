package dev.haru.platform.request;

import dev.haru.platform.precondition.IfNoneMatch;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.tomcat.util.buf.MessageBytes;
import org.apache.tomcat.util.http.MimeHeaders;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * Refuses with 400 a query that Tomcat would fail on when a filter or controller reads a parameter. Refuses with 404 a
 * path that ends with a slash: otherwise the response would be 401 without a token, because no public endpoint has such
 * a path. Removes headers that a server may ignore (<a href="https://www.rfc-editor.org/rfc/rfc9110#section-12.5">RFC
 * 9110, section 12.5</a> and 13.1.2). These are an {@code If-None-Match} that is malformed or too long, and headers of
 * content negotiation that are too long or have too many types. Joins the lines of a header whose value is a list (RFC
 * 9110, section 5.3).
 */
final class RequestBounds extends ValveBase {

    /**
     * The maximum length of each header of content negotiation, in bytes. Browsers send at most 200 bytes of
     * {@code Accept}. Spring parses and sorts each media range; 13 KB of them cost 6 ms of processor time.
     */
    private static final Map<String, Integer> MAX_LENGTH = Map.of(
            HttpHeaders.ACCEPT, 1024,
            HttpHeaders.ACCEPT_CHARSET, 1024,
            HttpHeaders.ACCEPT_ENCODING, 1024,
            HttpHeaders.ACCEPT_LANGUAGE, 1024);

    /** The headers whose value is a list: several lines mean the same as one line with all values. */
    private static final List<String> LISTS = List.of(
            HttpHeaders.ACCEPT,
            HttpHeaders.ACCEPT_CHARSET,
            HttpHeaders.ACCEPT_ENCODING,
            HttpHeaders.ACCEPT_LANGUAGE,
            HttpHeaders.IF_MATCH,
            HttpHeaders.IF_NONE_MATCH);

    RequestBounds() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (!QueryString.isReadable(request.getQueryString())
                || QueryString.hasParameterWithoutName(request.getQueryString())) {
            response.sendError(HttpStatus.BAD_REQUEST.value());
            return;
        }
        @Nullable String path = request.getRequestURI(); // null if Tomcat could not read the request line
        if (path != null && path.endsWith("/")) {
            response.sendError(HttpStatus.NOT_FOUND.value());
            return;
        }
        MimeHeaders headers = request.getCoyoteRequest().getMimeHeaders();
        LISTS.forEach(name -> join(headers, name));
        @Nullable String condition = headers.getHeader(HttpHeaders.IF_NONE_MATCH);
        if (condition != null && !IfNoneMatch.isReadable(condition)) {
            headers.removeHeader(HttpHeaders.IF_NONE_MATCH);
        }
        if (HeaderLines.hasTooManyTypes(headers.getHeader(HttpHeaders.ACCEPT))) {
            headers.removeHeader(HttpHeaders.ACCEPT);
        }
        MAX_LENGTH.forEach((header, maximum) -> {
            if (length(headers, header) > maximum) {
                headers.removeHeader(header);
            }
        });
        getNext().invoke(request, response);
    }

    /** Joins the lines of a header, because most of the code reads only the first line. */
    private static void join(MimeHeaders headers, String name) {
        int first = headers.findHeader(name, 0);
        if (first >= 0 && headers.findHeader(name, first + 1) >= 0) {
            String joined = String.join(",", Collections.list(headers.values(name)));
            headers.removeHeader(name);
            headers.addValue(name).setString(joined);
        }
    }

    private static int length(MimeHeaders headers, String name) {
        @Nullable MessageBytes value = headers.getValue(name);
        return value == null ? 0 : value.getLength();
    }
}
