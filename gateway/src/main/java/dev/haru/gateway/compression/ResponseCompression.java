package dev.haru.gateway.compression;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.haru.platform.encoding.AcceptEncoding;
import dev.haru.platform.request.HeaderLines;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;

/**
 * Compresses the JSON of services with gzip, the one coding of the JDK. Brotli and Zstandard would add native code.
 * Responses of auth-service contain tokens and stay uncompressed, because the size of a compressed response can reveal
 * a secret in it (<a href="https://www.breachattack.com/">BREACH</a>).
 */
@Component
public final class ResponseCompression {

    /** Minimum size in bytes. A smaller response takes one packet with or without compression. */
    public static final int MIN_BYTES = 1024;

    /** Maximum of bodies that are compressed while they arrive; see {@link GzipStream} for the memory of each. */
    private static final int MAX_STREAMS = 64;

    private static final String GZIP = "gzip";
    private static final String SERVICE_WITH_TOKENS = "auth-service";

    private final Semaphore streams = new Semaphore(MAX_STREAMS);

    /**
     * Returns whether the response of a service will be compressed. Adds {@code Vary} if this depends on the request.
     */
    public boolean appliesTo(ServerWebExchange exchange) {
        HttpHeaders headers = exchange.getResponse().getHeaders();
        if (isShort(headers) || !isJson(headers) || headers.containsHeader(HttpHeaders.CONTENT_ENCODING)) {
            return false;
        }
        if (SERVICE_WITH_TOKENS.equals(serviceOf(exchange))) {
            return false;
        }
        varyByEncoding(headers);
        return AcceptEncoding.includesGzip(
                HeaderLines.joined(exchange.getRequest().getHeaders(), HttpHeaders.ACCEPT_ENCODING));
    }

    /** Compresses a whole body, and sets the headers of the response. */
    public DataBuffer compress(DataBuffer body, ServerHttpResponse response) {
        byte[] compressed = GzipStream.compress(body);
        describe(response.getHeaders());
        response.getHeaders().setContentLength(compressed.length);
        return response.bufferFactory().wrap(compressed);
    }

    /**
     * Returns an exchange that compresses the body while it arrives, or the same exchange if the response is not to be
     * compressed. A response without a body has the headers of the response with one.
     */
    public ServerWebExchange compressing(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        if (HttpStatus.NOT_MODIFIED.equals(response.getStatusCode())) {
            GzipTag.confirm(exchange.getRequest().getHeaders(), response.getHeaders());
            if (!SERVICE_WITH_TOKENS.equals(serviceOf(exchange))) {
                varyByEncoding(response.getHeaders());
            }
            return exchange;
        }
        if (!appliesTo(exchange)) {
            return exchange;
        }
        if (exchange.getRequest().getMethod().equals(HttpMethod.HEAD)) {
            describe(response.getHeaders());
            response.getHeaders().remove(HttpHeaders.CONTENT_LENGTH);
            return exchange;
        }
        return exchange.mutate().response(new GzipResponse(response, streams)).build();
    }

    private static void varyByEncoding(HttpHeaders response) {
        if (response.getVary().stream().noneMatch(HttpHeaders.ACCEPT_ENCODING::equalsIgnoreCase)) {
            response.add(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        }
    }

    static void describe(HttpHeaders response) {
        response.set(HttpHeaders.CONTENT_ENCODING, GZIP);
        @Nullable String tag = response.getETag();
        if (tag != null) {
            response.setETag(GzipTag.of(tag));
        }
    }

    /** A response without {@code Content-Length} is longer than the buffer of the service. */
    private static boolean isShort(HttpHeaders headers) {
        long length = headers.getContentLength();
        return length >= 0 && length < MIN_BYTES;
    }

    private static boolean isJson(HttpHeaders headers) {
        @Nullable String type = headers.getFirst(HttpHeaders.CONTENT_TYPE);
        return type != null && (type.startsWith("application/json") || type.startsWith("application/problem+json"));
    }

    private static @Nullable String serviceOf(ServerWebExchange exchange) {
        @Nullable Route route = exchange.getAttribute(GATEWAY_ROUTE_ATTR);
        return route == null ? null : route.getId();
    }
}
