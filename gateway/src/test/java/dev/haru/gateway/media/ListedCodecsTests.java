package dev.haru.gateway.media;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.GatewayTest;
import dev.haru.platform.test.ClassPath;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.codec.ByteArrayEncoder;
import org.springframework.core.codec.CharSequenceEncoder;
import org.springframework.http.codec.EncoderHttpMessageWriter;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.codec.json.JacksonJsonEncoder;

@GatewayTest
class ListedCodecsTests {

    @Autowired
    private ServerCodecConfigurer codecs;

    @Test
    void onlyListedCodecsAreRegistered() {
        assertThat(codecs.getReaders()).isEmpty();
        assertThat(codecs.getWriters())
                .<Class<?>>map(writer -> writer instanceof EncoderHttpMessageWriter<?> encoding
                        ? encoding.getEncoder().getClass()
                        : writer.getClass())
                .containsOnly(ByteArrayEncoder.class, CharSequenceEncoder.class, JacksonJsonEncoder.class);
    }

    @Test
    void noUnusedProtocolIsOnTheClassPath() {
        assertThat(ClassPath.unusedProtocols()).isEmpty();
    }
}
