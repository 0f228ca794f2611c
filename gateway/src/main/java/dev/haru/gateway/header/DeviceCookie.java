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

/** The signed cookie by which auth-service knows a device again; no other service gets to see it. */
public final class DeviceCookie {

    private static final String NAME = DeviceToken.COOKIE;
    private static final String OWNER = "/v1/auth/";

    private DeviceCookie() {}

    /** Its value, the first one's if a client sends several; unverified. */
    public static Optional<String> of(ServerHttpRequest request) {
        return Optional.ofNullable(request.getCookies().getFirst(NAME)).map(HttpCookie::getValue);
    }

    static void hideFromOthers(ServerHttpRequest request, HttpHeaders headers) {
        @Nullable List<String> cookies = headers.get(HttpHeaders.COOKIE);
        if (cookies == null || request.getURI().getRawPath().startsWith(OWNER)) {
            return;
        }
        headers.remove(HttpHeaders.COOKIE);
        for (String line : cookies) {
            String rest = line.contains(NAME) ? without(line) : line;
            if (!rest.isEmpty()) {
                headers.add(HttpHeaders.COOKIE, rest);
            }
        }
    }

    private static String without(String line) {
        return Arrays.stream(line.split(";", -1))
                .map(String::strip)
                .filter(cookie -> !cookie.startsWith(NAME + "="))
                .collect(Collectors.joining("; "));
    }
}
