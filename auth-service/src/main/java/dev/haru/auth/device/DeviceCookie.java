package dev.haru.auth.device;

import dev.haru.platform.device.DeviceToken;
import java.time.Duration;
import org.springframework.http.ResponseCookie;

/** The cookie that makes a device known, as it is set; scripts cannot read it. */
public record DeviceCookie(String value, Duration life, boolean secure) {

    /** Its name. */
    public static final String NAME = DeviceToken.COOKIE;

    /** The value of {@code Set-Cookie}. */
    public String header() {
        return ResponseCookie.from(NAME, value)
                .path("/v1/auth/user")
                .maxAge(life)
                .httpOnly(true)
                .secure(secure)
                // Pages of another site can only send it with SameSite=None, which needs HTTPS; and where browsers keep
                // no cookies of third parties, only if it is partitioned: kept for that site alone (CHIPS).
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
