package dev.haru.platform.upstream;

import feign.RequestTemplate;
import feign.Response;
import feign.codec.DecodeException;
import feign.codec.Decoder;
import feign.codec.Encoder;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** Bodies between services, all of which are JSON: no message converter has to be found for each. */
final class JsonBodies implements Encoder, Decoder {

    private final JsonMapper json;

    JsonBodies(JsonMapper json) {
        this.json = json;
    }

    @Override
    public void encode(Object body, Type type, RequestTemplate call) {
        call.header(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE);
        // Without a character set, or Feign's client would make text of the bytes and bytes of the text.
        call.body(json.writeValueAsBytes(body), null);
    }

    /** Feign makes a DecodeException of what cannot be read; null, which can, would be nobody's answer. */
    @Override
    public @Nullable Object decode(Response answer, Type type) throws IOException {
        if (answer.body() == null) {
            return null;
        }
        try (InputStream body = answer.body().asInputStream()) {
            Object value = json.readValue(body, json.constructType(type));
            if (value == null) {
                throw new DecodeException(answer.status(), "null is no " + type.getTypeName(), answer.request());
            }
            return value;
        }
    }
}
