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
 * Devices that have signed in before. The gateway recognises them by the signature of the device cookie, without a
 * call. The passes of a device are limited each minute, so that an attacker's own device cookie does not bypass a
 * block.
 */
final class KnownDevices {

    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final DeviceTokens tokens;
    private final int limit;
    private final Cache<UUID, AtomicInteger> passes;

    /**
     * @param limit passes each minute for each device
     * @param size maximum of devices whose passes are counted
     */
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
