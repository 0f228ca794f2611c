package dev.haru.platform.timing;

import jakarta.servlet.http.HttpServletResponse;
import java.util.function.Supplier;
import org.springframework.security.web.util.OnCommittedResponseWrapper;

/**
 * Sets the header as late as possible, just before the response is committed. Also prevents the flush that Spring makes
 * for each response. So a response that fits into Tomcat's buffer is one write with a length, not two writes and two
 * chunks.
 */
final class TimedResponse extends OnCommittedResponseWrapper {

    private final Supplier<String> header;

    TimedResponse(HttpServletResponse response, Supplier<String> header) {
        super(response);
        this.header = header;
    }

    @Override
    protected void onResponseCommitted() {
        setHeader(TimingEntries.HEADER, header.get());
        disableOnResponseCommitted();
    }

    /** Does nothing: Tomcat flushes when the buffer is full or the response is complete. */
    @Override
    public void flushBuffer() {}
}
