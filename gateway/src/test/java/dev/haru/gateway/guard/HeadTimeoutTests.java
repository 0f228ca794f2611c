package dev.haru.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeadTimeoutTests {

    private static final String REQUEST = "POST /a HTTP/1.1\r\nHost: b\r\nContent-Length: 2\r\n\r\n";

    private final EmbeddedChannel channel = new EmbeddedChannel();

    @BeforeEach
    void install() {
        channel.freezeTime();
        channel.pipeline().addLast("codec", new HttpServerCodec());
        UnreadableRequestReplacer.install(channel.pipeline(), "codec", Duration.ofSeconds(5));
    }

    @Test
    void slowHeadIsRefused() {
        receive("GET /a HTTP/1.1\r\n");
        for (int second = 0; second < 5; second++) {
            assertThat(requests()).isEmpty();
            receive("X-A: b\r\n");
            advance(1);
        }
        assertThat(requests()).containsExactly(UnreadableReason.HEADERS_TOO_SLOW.replacementPath);

        receive("Host: b\r\n\r\n");
        assertThat(requests()).isEmpty();
    }

    @Test
    void slowSecondHeadIsRefused() {
        receive(REQUEST + "ab");
        advance(60);
        receive("G");
        advance(5);

        assertThat(requests()).containsExactly("/a", UnreadableReason.HEADERS_TOO_SLOW.replacementPath);
    }

    @Test
    void headInTwoPartsInTimeIsAccepted() {
        receive(REQUEST.substring(0, 20));
        advance(4);
        receive(REQUEST.substring(20));
        advance(60);

        assertThat(requests()).containsExactly("/a");
    }

    @Test
    void headTimeoutDoesNotApplyToABody() {
        receive(REQUEST + "a");
        advance(4);
        receive("b");
        advance(60);

        assertThat(requests()).containsExactly("/a");
    }

    @Test
    void headTimeoutDoesNotApplyToAnIdleConnection() {
        advance(60);
        receive(REQUEST + "ab");
        advance(60);

        assertThat(requests()).containsExactly("/a");
    }

    @Test
    void newConnectionWithoutAByteIsClosed() {
        channel.pipeline().fireChannelActive();

        advance(4);
        assertThat(channel.isActive()).isTrue();
        advance(1);

        assertThat(channel.isActive()).isFalse();
        assertThat(channel.<Object>readOutbound()).as("response").isNull();
    }

    @Test
    void connectionWithAFirstByteInTimeStaysOpen() {
        channel.pipeline().fireChannelActive();

        advance(4);
        receive(REQUEST + "ab");
        advance(60);

        assertThat(channel.isActive()).isTrue();
        assertThat(requests()).containsExactly("/a");
    }

    private void receive(String bytes) {
        channel.writeInbound(Unpooled.copiedBuffer(bytes, StandardCharsets.US_ASCII));
    }

    private void advance(int seconds) {
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runPendingTasks();
    }

    private List<String> requests() {
        List<String> targets = new ArrayList<>();
        for (Object message = channel.readInbound(); message != null; message = channel.readInbound()) {
            if (message instanceof HttpRequest request) {
                targets.add(request.uri());
            }
            ReferenceCountUtil.release(message);
        }
        return targets;
    }
}
