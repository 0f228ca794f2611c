package dev.haru.gateway.header;

import dev.haru.platform.device.DeviceToken;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;

/** The device cookie: a signed cookie by which auth-service recognises a device. No other service receives it. */
public final class DeviceCookie {

    private static final String NAME = DeviceToken.COOKIE;
    private static final String AUTH_PATH = "/v1/auth/";

    private DeviceCookie() {}

    /** Returns the value, not verified; the first one if a client sends several. */
    public static Optional<String> of(ServerHttpRequest request) {
        return Optional.ofNullable(request.getCookies().getFirst(NAME)).map(HttpCookie::getValue);
    }

    static void removeForOtherServices(ServerHttpRequest request, HttpHeaders headers) {
        @Nullable List<String> cookies = headers.get(HttpHeaders.COOKIE);
        if (cookies == null || request.getURI().getRawPath().startsWith(AUTH_PATH)) {
            return;
        }
        headers.remove(HttpHeaders.COOKIE);
        for (String line : cookies) {
            String rest = line.contains(NAME) ? withoutDeviceCookie(line) : line;
            if (!rest.isEmpty()) {
                headers.add(HttpHeaders.COOKIE, rest);
            }
        }
    }

    private static String withoutDeviceCookie(String line) {
        return Arrays.stream(line.split(";", -1))
                .map(String::strip)
                .filter(cookie -> !cookie.startsWith(NAME + "="))
                .collect(Collectors.joining("; "));
    }
}
