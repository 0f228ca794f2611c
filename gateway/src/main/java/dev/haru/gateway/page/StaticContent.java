package dev.haru.gateway.page;

import dev.haru.gateway.compression.GzipTag;
import dev.haru.platform.encoding.AcceptEncoding;
import dev.haru.platform.encoding.Gzip;
import dev.haru.platform.precondition.IfNoneMatch;
import dev.haru.platform.request.HeaderLines;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/**
 * Content that is the same for all clients: its bytes, and the same bytes gzipped. Each has a strong entity tag that
 * depends on the content only, so that all gateways send the same tag.
 */
public final class StaticContent {

    /** The bytes of a SHA-256 that suffice to distinguish two contents. */
    private static final int TAG_BYTES = 16;

    private final MediaType type;
    private final byte[] plain;
    private final byte[] gzipped;
    private final String tag;

    private StaticContent(MediaType type, byte[] plain, byte[] gzipped, String tag) {
        this.type = type;
        this.plain = plain;
        this.gzipped = gzipped;
        this.tag = tag;
    }

    /** Creates the content, and compresses it. */
    public static StaticContent of(MediaType type, byte[] bytes) {
        return new StaticContent(type, bytes, Gzip.compress(bytes), tagOf(bytes));
    }

    /** Sends the content, gzipped if the client accepts gzip, or a 304 if the client has it. */
    public Mono<ServerResponse> respond(ServerRequest request, Consumer<HttpHeaders> headers) {
        HttpHeaders sent = request.headers().asHttpHeaders();
        boolean gzip = AcceptEncoding.includesGzip(HeaderLines.joined(sent, HttpHeaders.ACCEPT_ENCODING));
        String current = gzip ? GzipTag.of(tag) : tag;
        // The builder of a response would replace the Vary of the CORS filter.
        request.exchange().getResponse().getHeaders().add(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        if (IfNoneMatch.names(HeaderLines.joined(sent, HttpHeaders.IF_NONE_MATCH), current)) {
            return ServerResponse.status(HttpStatus.NOT_MODIFIED)
                    .headers(headers)
                    .eTag(current)
                    .build();
        }
        ServerResponse.BodyBuilder response =
                ServerResponse.ok().headers(headers).eTag(current).contentType(type);
        if (gzip) {
            response.header(HttpHeaders.CONTENT_ENCODING, "gzip");
        }
        return response.bodyValue(gzip ? gzipped : plain);
    }

    private static String tagOf(byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return '"' + HexFormat.of().formatHex(Arrays.copyOf(hash, TAG_BYTES)) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
