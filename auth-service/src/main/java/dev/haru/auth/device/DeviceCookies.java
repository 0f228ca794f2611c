package dev.haru.auth.device;

import dev.haru.platform.device.DeviceToken;
import dev.haru.platform.device.DeviceTokens;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Issues device cookies. */
@Component
public final class DeviceCookies {

    /**
     * So that a device is known for so long after its last sign-in, give or take a day, and few answers set a cookie.
     */
    private static final Duration RENEWAL = Duration.ofDays(1);

    private final DeviceTokens tokens;
    private final DeviceProperties properties;
    private final Clock clock;

    DeviceCookies(DeviceTokens tokens, DeviceProperties properties, Clock clock) {
        this.tokens = tokens;
        this.properties = properties;
        this.clock = clock;
    }

    /** Whether the client needs another cookie than this one: it is of another nickname, or a day old. */
    public boolean isToRenew(DeviceToken token, String nicknameKey) {
        Instant renewal = token.expiresAt().minus(properties.life()).plus(RENEWAL);
        return !token.isFor(nicknameKey) || !clock.instant().isBefore(renewal);
    }

    /** A cookie of this device for the account that is found under the nickname of this key. */
    public DeviceCookie issue(UUID device, UUID account, String nicknameKey) {
        DeviceToken token =
                DeviceToken.of(device, account, nicknameKey, clock.instant().plus(properties.life()));
        return new DeviceCookie(tokens.write(token), properties.life(), properties.secure());
    }
}
