package dev.haru.platform.warmup;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.InetAddress;

/** Recognises the process's own calls before metrics and security see them. */
final class WarmUpFilter implements Filter {

    private final WarmUpPass pass;

    WarmUpFilter(WarmUpPass pass) {
        this.pass = pass;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!isOwnCall((HttpServletRequest) request)) {
            chain.doFilter(request, response);
            return;
        }
        WarmUpPass.beginOwnCall();
        try {
            chain.doFilter(request, response);
        } finally {
            WarmUpPass.endOwnCall();
        }
    }

    /**
     * The near end of the connection is what counts: the far end, {@code getRemoteAddr}, is what a proxy's header says.
     */
    private boolean isOwnCall(HttpServletRequest request) {
        return pass.isOpen()
                && pass.fits(request.getHeader(WarmUpPass.HEADER))
                && InetAddress.ofLiteral(request.getLocalAddr()).isLoopbackAddress();
    }
}
