package dev.haru.bench;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Answers {@code GET /bench/constant} with constant JSON before any filter, so that only the cost of Tomcat remains.
 */
final class ConstantAnswer extends ValveBase {

    private static final byte[] ANSWER = """
            {"memberId":"01890f7e-0000-7000-8000-000000000000","nickname":"seed_0","regionName":"Seoul"}""".getBytes(StandardCharsets.UTF_8);

    ConstantAnswer() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (!request.getRequestURI().equals("/bench/constant")) {
            getNext().invoke(request, response);
            return;
        }
        response.setContentType("application/json");
        response.setContentLength(ANSWER.length);
        response.getOutputStream().write(ANSWER);
    }
}
