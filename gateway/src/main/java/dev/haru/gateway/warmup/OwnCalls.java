package dev.haru.gateway.warmup;

import dev.haru.platform.warmup.WarmUpPass;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;

/** Knows the calls that the gateway makes to itself while it warms up, which nobody is to take for a client's. */
@Component
public final class OwnCalls {

    private final WarmUpPass pass;

    OwnCalls(WarmUpPass pass) {
        this.pass = pass;
    }

    /** Whether this is one of them; costs nothing once the gateway is ready. */
    public boolean contains(@Nullable ServerHttpRequest request) {
        if (request == null || !pass.isOpen()) {
            return false;
        }
        String secret = request.getHeaders().getFirst(WarmUpPass.HEADER);
        InetSocketAddress near = request.getLocalAddress();
        return secret != null && near != null && pass.isOwnCall(secret, near.getAddress());
    }
}
