package dev.haru.platform.request;

import dev.haru.platform.precondition.IfNoneMatch;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Enumeration;
import java.util.Map;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.tomcat.util.http.MimeHeaders;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * Refuses with 400 a query that Tomcat would fail on when a filter or controller reads a parameter. Removes headers
 * that a server may ignore (<a href="https://www.rfc-editor.org/rfc/rfc9110#section-12.5">RFC 9110, section 12.5</a>
 * and 13.1.2). These are an {@code If-None-Match} that is malformed or too long, and headers of content negotiation
 * that are too long.
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

    RequestBounds() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (!QueryString.isReadable(request.getQueryString())) {
            response.sendError(HttpStatus.BAD_REQUEST.value());
            return;
        }
        MimeHeaders headers = request.getCoyoteRequest().getMimeHeaders();
        if (headers.getValue(HttpHeaders.IF_NONE_MATCH) != null && !isReadable(headers)) {
            headers.removeHeader(HttpHeaders.IF_NONE_MATCH);
        }
        MAX_LENGTH.forEach((header, maximum) -> {
            if (length(headers, header) > maximum) {
                headers.removeHeader(header);
            }
        });
        getNext().invoke(request, response);
    }

    /** The number of bytes in all values of the header. */
    private static int length(MimeHeaders headers, String name) {
        int length = 0;
        for (int i = headers.findHeader(name, 0); i >= 0; i = headers.findHeader(name, i + 1)) {
            length += headers.getValue(i).getLength();
        }
        return length;
    }

    private static boolean isReadable(MimeHeaders headers) {
        Enumeration<String> values = headers.values(HttpHeaders.IF_NONE_MATCH);
        boolean readable = IfNoneMatch.isReadable(values.nextElement());
        return readable && !values.hasMoreElements();
    }
}
