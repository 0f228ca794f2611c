package dev.haru.gateway.guard;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Why a request cannot be read. Each reason has the path of the request that replaces the unreadable one. */
enum UnreadableReason {
    URI_TOO_LONG(HttpStatus.URI_TOO_LONG, "uri-too-long", "detail.uri-too-long"),
    HEADER_TOO_LARGE(HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "header-too-large", "detail.header-too-large"),
    HEADERS_TOO_SLOW(HttpStatus.REQUEST_TIMEOUT, "request-timeout", "detail.request-timeout.headers"),
    MALFORMED(HttpStatus.BAD_REQUEST, "malformed-request", "detail.malformed-request.http");

    // No route has a semicolon. A client that sends such a path itself only receives the refusal.
    private static final String PREFIX = "/;";

    final HttpStatus status;
    final String code;
    final String detailKey;
    final String replacementPath;

    UnreadableReason(HttpStatus status, String code, String detailKey) {
        this.status = status;
        this.code = code;
        this.detailKey = detailKey;
        this.replacementPath = PREFIX + code;
    }

    static UnreadableReason of(Throwable cause) {
        return switch (cause) {
            case TooLongHttpLineException _ -> URI_TOO_LONG;
            case TooLongHttpHeaderException _ -> HEADER_TOO_LARGE;
            default -> MALFORMED;
        };
    }

    static @Nullable UnreadableReason ofPath(String path) {
        if (path.startsWith(PREFIX)) {
            for (UnreadableReason reason : values()) {
                if (path.equals(reason.replacementPath)) {
                    return reason;
                }
            }
        }
        return null;
    }
}
