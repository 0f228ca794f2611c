package dev.haru.platform.timing;

import jakarta.servlet.http.HttpServletResponse;
import java.util.function.Supplier;
import org.springframework.security.web.util.OnCommittedResponseWrapper;

/**
 * Sets the header at the last moment at which it can be, and lets an answer that fits into Tomcat's buffer go out
 * whole: Spring flushes each one, which makes it two writes and two chunks instead of one write with a length.
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

    /** Left to Tomcat, which does it when the buffer or the answer is full. */
    @Override
    public void flushBuffer() {}
}
