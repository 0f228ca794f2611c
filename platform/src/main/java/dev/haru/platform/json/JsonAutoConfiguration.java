package dev.haru.platform.json;

import java.time.Instant;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JsonFactoryBuilderCustomizer;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.validation.Validator;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/**
 * Refuses JSON that a client cannot have intended:
 *
 * <ul>
 *   <li>unknown and duplicate fields
 *   <li>numbers in place of text, text in place of numbers, and instants as numbers
 *   <li>text that the database cannot store
 *   <li>values above the {@code @Size} of their field
 * </ul>
 *
 * <p>Records for responses of upstream services carry {@code @JsonIgnoreProperties(ignoreUnknown = true)}, so that a
 * newer upstream service may add fields.
 */
@AutoConfiguration(before = HttpMessageConvertersAutoConfiguration.class)
@ConditionalOnClass(JsonMapperBuilderCustomizer.class)
@EnableConfigurationProperties(JsonBodyProperties.class)
public class JsonAutoConfiguration {

    /** Well above the largest request of the API, and too low to occupy a processor core for long. */
    private static final StreamReadConstraints BOUNDS = StreamReadConstraints.builder()
            .maxNestingDepth(16)
            .maxTokenCount(10_000)
            .maxStringLength(64 * 1024)
            .maxNameLength(256)
            .maxNumberLength(64)
            .build();

    @Bean
    JsonMapperBuilderCustomizer strictJson() {
        return builder -> builder.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .withCoercionConfig(
                        LogicalType.Textual,
                        text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
                // Otherwise, an empty text would be a UUID that is null.
                .withCoercionConfig(
                        LogicalType.OtherScalar,
                        scalar -> scalar.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail))
                .addModule(new SimpleModule("haru-strict")
                        .addDeserializer(String.class, new TextDeserializer())
                        .addDeserializer(Instant.class, new InstantDeserializer())
                        .setDeserializerModifier(new SizeLimits()));
    }

    @Bean
    JsonFactoryBuilderCustomizer boundedJson() {
        return builder -> builder.streamReadConstraints(BOUNDS);
    }

    @Bean
    JacksonJsonHttpMessageConverter jsonConverter(JsonMapper mapper, JsonBodyProperties properties) {
        return new Utf8JsonConverter(mapper, properties);
    }

    @Bean
    MergePatch mergePatch(JsonMapper mapper, @Qualifier("mvcValidator") Validator validator) {
        return new MergePatch(mapper, validator);
    }
}
