package dev.haru.platform.warmup;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.InetAddress;

/** Recognises calls that are made for practice before metrics and security see them. */
final class WarmUpFilter implements Filter {

    private final WarmUpPass pass;

    WarmUpFilter(WarmUpPass pass) {
        this.pass = pass;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest call = (HttpServletRequest) request;
        String header = call.getHeader(WarmUpPass.HEADER);
        if (header == null) {
            chain.doFilter(request, response);
            return;
        }
        if (pass.isOwnCall(header, InetAddress.ofLiteral(call.getLocalAddr()))) {
            WarmUpPass.beginOwnCall();
        } else {
            // Believed as the deadline is: the gateway removes the client's, and all that it does is to go uncounted.
            WarmUpPass.beginClientServiceCall();
        }
        try {
            chain.doFilter(request, response);
        } finally {
            WarmUpPass.endCall();
        }
    }
}
