package dev.haru.platform.timing;

import jakarta.servlet.http.HttpServletResponse;
import java.util.function.Supplier;
import org.springframework.security.web.util.OnCommittedResponseWrapper;

/** Sets the header at the last moment at which it can be. */
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
}
