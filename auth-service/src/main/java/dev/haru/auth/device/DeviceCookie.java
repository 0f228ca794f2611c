package dev.haru.auth.device;

import dev.haru.platform.device.DeviceToken;
import java.time.Duration;
import org.springframework.http.ResponseCookie;

/** The device cookie as a response sets it. Scripts in the browser cannot read it. */
public record DeviceCookie(String value, Duration life, boolean secure) {

    public static final String NAME = DeviceToken.COOKIE;

    /** Returns the value of {@code Set-Cookie}. */
    public String header() {
        return ResponseCookie.from(NAME, value)
                .path("/v1/auth/user")
                .maxAge(life)
                .httpOnly(true)
                .secure(secure)
                // Pages of another site can send the cookie only with SameSite=None, which needs HTTPS. A browser that
                // blocks third-party cookies keeps it only if it is partitioned: stored for that site alone (CHIPS).
                .sameSite(secure ? "None" : "Lax")
                .partitioned(secure)
                .build()
                .toString();
    }

    @Override
    public String toString() {
        return "DeviceCookie[secret]";
    }
}
