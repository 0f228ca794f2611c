package dev.haru.auth.passkey;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Passkeys.
 *
 * @param rpId the relying party ID: the host name of the pages, or a parent domain of it; empty: no passkeys. A change
 *     makes all passkeys useless.
 * @param name the name that an authenticator shows for this deployment
 * @param origins the origins of the pages that may use passkeys, and {@code android:apk-key-hash:…} of Android apps
 * @param life how long a challenge is valid
 * @param maxPerAccount maximum of passkeys of an account
 */
@Validated
@ConfigurationProperties("haru.passkey")
record PasskeyProperties(
        @DefaultValue("") String rpId,
        @NotBlank @Size(max = 64) @DefaultValue("Haru") String name,
        @DefaultValue({}) List<String> origins,

        @NotNull @DurationMin(seconds = 10) @DurationMax(minutes = 10) @DefaultValue("5m")
        Duration life,

        @Min(2) @Max(100) @DefaultValue("10") int maxPerAccount) {

    private static final String LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
    private static final Pattern HOST = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
    private static final Pattern ANDROID = Pattern.compile("android:apk-key-hash:[A-Za-z0-9_-]{43}");
    private static final String LOCALHOST = "localhost";

    boolean isConfigured() {
        return !rpId.isEmpty();
    }

    @AssertTrue(message = "haru.passkey.rp-id must be a host name in lower case, without scheme and port") boolean isRpIdAHostName() {
        return !isConfigured() || rpId.length() <= 253 && HOST.matcher(rpId).matches();
    }

    @AssertTrue(message = "haru.passkey.origins is empty: name the origin of each page that uses passkeys") boolean isAnyOriginNamed() {
        return !isConfigured() || !origins.isEmpty();
    }

    @AssertTrue(
            message = "each of haru.passkey.origins must be https://HOST[:PORT], where HOST is haru.passkey.rp-id or a "
                    + "subdomain of it, or http for localhost, or android:apk-key-hash:HASH")
    boolean isEachOriginOfTheRp() {
        return origins.stream().allMatch(this::isOfTheRp);
    }

    private boolean isOfTheRp(String origin) {
        if (ANDROID.matcher(origin).matches()) {
            return true;
        }
        try {
            URI uri = URI.create(origin);
            String host = uri.getHost();
            return host != null
                    && origin.equals(uri.getScheme() + "://" + host + (uri.getPort() < 0 ? "" : ":" + uri.getPort()))
                    && (uri.getScheme().equals("https")
                            || uri.getScheme().equals("http") && isLocal(host)) // as browsers require
                    && (host.equals(rpId) || host.endsWith("." + rpId));
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static boolean isLocal(String host) {
        return host.equals(LOCALHOST) || host.endsWith("." + LOCALHOST);
    }
}
