package dev.haru.auth.device;

import dev.haru.platform.device.DeviceToken;
import dev.haru.platform.device.DeviceTokens;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Issues device cookies. */
@Component
public final class DeviceCookies {

    /**
     * A sign-in renews a cookie of this age. A device is therefore known for the configured life after its last
     * sign-in, or up to a day less. Few responses set a cookie.
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

    /** Returns the device of the cookie if the account knows it, otherwise a new one. */
    public SignInDevice deviceOf(Optional<DeviceToken> token, boolean known) {
        return token.filter(_ -> known)
                .map(DeviceToken::device)
                .map(SignInDevice::known)
                .orElseGet(SignInDevice::unknown);
    }

    /** Returns the cookie that a sign-in sets; empty if the client has a recent one of this device. */
    public Optional<DeviceCookie> renewed(
            Optional<DeviceToken> token, SignInDevice device, UUID account, String nicknameKey) {
        boolean recent = !device.isNew()
                && token.filter(current -> !needsRenewal(current, nicknameKey)).isPresent();
        return recent ? Optional.empty() : Optional.of(issue(device.id(), account, nicknameKey));
    }

    /** Returns whether the client needs a new cookie: this one is for another nickname, or a day old. */
    private boolean needsRenewal(DeviceToken token, String nicknameKey) {
        Instant renewal = token.expiresAt().minus(properties.life()).plus(RENEWAL);
        return !token.isFor(nicknameKey) || !clock.instant().isBefore(renewal);
    }

    /** Issues a cookie of this device for the account with this nickname key. */
    private DeviceCookie issue(UUID device, UUID account, String nicknameKey) {
        DeviceToken token =
                DeviceToken.of(device, account, nicknameKey, clock.instant().plus(properties.life()));
        return new DeviceCookie(tokens.write(token), properties.life(), properties.secure());
    }
}
