package dev.haru.gateway.media;

import org.springframework.context.annotation.Configuration;
import org.springframework.core.codec.ByteArrayEncoder;
import org.springframework.core.codec.CharSequenceEncoder;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.codec.json.JacksonJsonEncoder;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import tools.jackson.databind.json.JsonMapper;

/**
 * Registers the writers that the gateway uses, and no readers: the gateway forwards bodies unchanged. By default,
 * Spring registers every format that it finds on the class path, such as XML.
 */
@Configuration(proxyBeanMethods = false)
class ListedCodecs implements WebFluxConfigurer {

    private final JsonMapper json;

    ListedCodecs(JsonMapper json) {
        this.json = json;
    }

    @Override
    public void configureHttpMessageCodecs(ServerCodecConfigurer codecs) {
        codecs.registerDefaults(false);
        codecs.customCodecs().register(new ByteArrayEncoder());
        codecs.customCodecs().register(CharSequenceEncoder.allMimeTypes());
        codecs.customCodecs().register(new JacksonJsonEncoder(json));
    }
}
