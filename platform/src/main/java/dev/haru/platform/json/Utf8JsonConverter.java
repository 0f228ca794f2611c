package dev.haru.platform.json;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import dev.haru.platform.problem.UnreadableJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads JSON of bounded size in UTF-8 (<a href="https://www.rfc-editor.org/rfc/rfc8259#section-8.1">RFC 8259, section
 * 8.1</a>). Jackson's own decoder also accepts overlong sequences, UTF-16 and UTF-32.
 */
final class Utf8JsonConverter extends JacksonJsonHttpMessageConverter {

    /** Each mapping declares which of these types it accepts and produces; the last two belong to the actuator. */
    private static final List<MediaType> TYPES = List.of(
            MediaType.APPLICATION_JSON,
            MediaType.APPLICATION_PROBLEM_JSON,
            MediaType.parseMediaType("application/merge-patch+json"),
            MediaType.parseMediaType("application/vnd.spring-boot.actuator.v3+json"),
            MediaType.parseMediaType("application/vnd.spring-boot.actuator.v2+json"));

    private static final char REPLACEMENT = '\uFFFD';
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final int maxSize;

    Utf8JsonConverter(JsonMapper mapper, JsonBodyProperties properties) {
        super(mapper);
        setSupportedMediaTypes(TYPES);
        this.maxSize = Math.toIntExact(properties.maxSize().toBytes());
    }

    @Override
    public Object read(ResolvableType type, HttpInputMessage message, @Nullable Map<String, Object> hints)
            throws IOException {
        String json = decode(bytes(message), message);
        JavaType expected = getMapper().constructType(type.getType());
        try {
            return getMapper().readerFor(expected).readValue(json);
        } catch (JacksonException failure) {
            throw new UnreadableJson(InvalidFields.in(getMapper(), complete(expected), json, failure), message);
        }
    }

    private JavaType complete(JavaType type) {
        @Nullable PatchOf patch = type.getRawClass().getAnnotation(PatchOf.class);
        return patch == null ? type : getMapper().constructType(patch.value());
    }

    private byte[] bytes(HttpInputMessage message) throws IOException {
        long announced = message.getHeaders().getContentLength();
        if (announced > maxSize) {
            throw tooLarge();
        }
        InputStream body = message.getBody();
        byte[] bytes = body.readNBytes(announced < 0 ? maxSize + 1 : (int) announced);
        if (bytes.length > maxSize) {
            throw tooLarge();
        }
        return bytes;
    }

    /**
     * Decodes UTF-8. Decoding that replaces malformed bytes is several times faster than decoding that reports them. So
     * the second decoder runs only if the text contains a replacement character.
     */
    private static String decode(byte[] bytes, HttpInputMessage message) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            try {
                var _ = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            } catch (CharacterCodingException malformed) {
                throw new HttpMessageNotReadableException("not UTF-8", malformed, message);
            }
        }
        return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    }

    private ProblemException tooLarge() {
        return new ProblemException(
                HttpStatus.CONTENT_TOO_LARGE, "content-too-large", Message.of("detail.content-too-large", maxSize));
    }
}
