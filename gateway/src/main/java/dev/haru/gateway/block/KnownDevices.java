package dev.haru.gateway.block;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.gateway.header.DeviceCookie;
import dev.haru.platform.device.DeviceToken;
import dev.haru.platform.device.DeviceTokens;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * Devices from which somebody has signed in before: the signature of the device cookie says so, without a call. Each
 * passes a block some times a minute, so that the cookie of an attacker's own account is no way around it.
 */
final class KnownDevices {

    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final DeviceTokens tokens;
    private final int limit;
    private final Cache<UUID, AtomicInteger> passes;

    /** With so many passes a minute for each device, counted for at most so many devices. */
    KnownDevices(DeviceTokens tokens, int limit, int size, Ticker ticker) {
        this.tokens = tokens;
        this.limit = limit;
        this.passes = Caffeine.newBuilder()
                .expireAfterWrite(WINDOW)
                .maximumSize(size)
                .ticker(ticker)
                .build();
    }

    boolean mayPass(ServerHttpRequest request) {
        return DeviceCookie.of(request)
                .flatMap(tokens::verify)
                .map(DeviceToken::device)
                .filter(device -> passes.get(device, _ -> new AtomicInteger()).incrementAndGet() <= limit)
                .isPresent();
    }
}
