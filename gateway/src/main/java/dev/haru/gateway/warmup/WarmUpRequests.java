package dev.haru.gateway.warmup;

import dev.haru.platform.warmup.WarmUpPass;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;

/** Recognizes the warm-up calls that the gateway makes to itself, so that they are not treated as client requests. */
@Component
public final class WarmUpRequests {

    private final WarmUpPass pass;

    WarmUpRequests(WarmUpPass pass) {
        this.pass = pass;
    }

    /** Returns whether the request is a warm-up call. After warm-up the check costs one read of a field. */
    public boolean contains(@Nullable ServerHttpRequest request) {
        if (request == null || !pass.isOpen()) {
            return false;
        }
        String secret = request.getHeaders().getFirst(WarmUpPass.HEADER);
        InetSocketAddress localAddress = request.getLocalAddress();
        return secret != null && localAddress != null && pass.isOwnCall(secret, localAddress.getAddress());
    }
}
