package dev.haru.platform.warmup;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.InetAddress;

/** Recognises warm-up calls before metrics and security see them. */
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
            WarmUpContext.beginOwnCall(pass);
        } else {
            // Trusted like the deadline: the gateway removes the client's header, and its only effect is on metrics.
            WarmUpContext.beginClientServiceCall();
        }
        try {
            chain.doFilter(request, response);
        } finally {
            WarmUpContext.endCall();
        }
    }
}
