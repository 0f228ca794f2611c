package dev.haru.gateway.conditional;

import dev.haru.platform.request.HeaderLines;
import java.util.Objects;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;

/** The parts of a request that a public page may depend on: the path, and the headers for language and encoding. */
record Variant(String path, String languages, String encodings) {

    /** Maximum total length. Browsers send shorter headers, and longer ones are not worth the memory. */
    private static final int MAX_LENGTH = 200;

    static Variant of(ServerHttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        return new Variant(
                request.getURI().getRawPath(),
                Objects.requireNonNullElse(HeaderLines.joined(headers, HttpHeaders.ACCEPT_LANGUAGE), ""),
                Objects.requireNonNullElse(HeaderLines.joined(headers, HttpHeaders.ACCEPT_ENCODING), ""));
    }

    boolean isShort() {
        return path.length() + languages.length() + encodings.length() <= MAX_LENGTH;
    }
}
