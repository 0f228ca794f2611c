package dev.haru.gateway.conditional;

import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;

/** What an answer may depend on: the path and the two headers by which a client chooses language and encoding. */
record Variant(String path, String languages, String encodings) {

    /** Longer headers than any browser's are not worth their memory. */
    private static final int LONGEST = 200;

    static Variant of(ServerHttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        return new Variant(
                request.getURI().getRawPath(),
                String.join(",", headers.getOrEmpty(HttpHeaders.ACCEPT_LANGUAGE)),
                String.join(",", headers.getOrEmpty(HttpHeaders.ACCEPT_ENCODING)));
    }

    boolean isShort() {
        return path.length() + languages.length() + encodings.length() <= LONGEST;
    }
}
