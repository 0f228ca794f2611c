package dev.haru.platform.request;

import dev.haru.platform.precondition.IfNoneMatch;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Enumeration;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.tomcat.util.http.MimeHeaders;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * Refuses with 400 a query that Tomcat would fail on when a filter or controller reads a parameter, and removes an
 * {@code If-None-Match} header that is malformed or too long: RFC 9110 lets a server ignore it.
 */
final class RequestBounds extends ValveBase {

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
        getNext().invoke(request, response);
    }

    private static boolean isReadable(MimeHeaders headers) {
        Enumeration<String> values = headers.values(HttpHeaders.IF_NONE_MATCH);
        boolean readable = IfNoneMatch.isReadable(values.nextElement());
        return readable && !values.hasMoreElements();
    }
}
