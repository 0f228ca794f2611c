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

/** Encodes and decodes bodies between services. All are JSON, so no message converter has to be selected. */
final class JsonBodies implements Encoder, Decoder {

    private final JsonMapper json;

    JsonBodies(JsonMapper json) {
        this.json = json;
    }

    @Override
    public void encode(Object body, Type type, RequestTemplate call) {
        call.header(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE);
        // Without a character set: otherwise Feign's client would convert the bytes to text and back.
        call.body(json.writeValueAsBytes(body), null);
    }

    /**
     * Decodes a body. Feign wraps failures in a DecodeException. A JSON null is readable but not a valid response, so
     * it also throws one.
     */
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
