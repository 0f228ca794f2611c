package dev.haru.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The host of a target in absolute form counts, and not the header (RFC 9112, section 3.2.2). */
class AbsoluteTargetTests {

    @ParameterizedTest
    @CsvSource({
        "/v1/locations, /v1/locations, b.example",
        "http://a.example/v1/locations, /v1/locations, a.example",
        "HTTPS://a.example:81/v1?a=b, /v1?a=b, a.example:81",
        "http://[::1]:8080/v1, /v1, [::1]:8080",
        "http://[::1]:/v1, /v1, [::1]",
        "http://a.example?a=/b, /?a=/b, a.example",
        "http://a.example, /, a.example",
        "/v1?a=http://c.example/d, /v1?a=http://c.example/d, b.example"
    })
    void laterFiltersReadTheOriginForm(String target, String origin, String host) {
        EmbeddedChannel channel = new EmbeddedChannel(new HttpServerCodec());
        UnreadableRequestReplacer.install(
                channel.pipeline(),
                channel.pipeline().context(HttpServerCodec.class).name(),
                Duration.ofMinutes(5));

        channel.writeInbound(Unpooled.copiedBuffer(
                "GET " + target + " HTTP/1.1\r\nHost: b.example\r\n\r\n", StandardCharsets.US_ASCII));

        HttpRequest request = channel.readInbound();
        assertThat(request.uri()).isEqualTo(origin);
        assertThat(request.headers().getAll("Host")).containsExactly(host);
        channel.finishAndReleaseAll();
    }
}
