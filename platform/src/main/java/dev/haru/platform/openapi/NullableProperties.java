package dev.haru.platform.openapi;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.SpecVersion;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Marks properties of a record as nullable in its schema if they carry JSpecify's {@link Nullable}, which swagger does
 * not read.
 */
final class NullableProperties implements ModelConverter {

    private static final String NULL = "null";

    @Override
    public @Nullable Schema<?> resolve(
            AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
        if (!chain.hasNext()) {
            return null;
        }
        Schema<?> schema = chain.next().resolve(type, context, chain);
        if (schema != null && type.getType() != null) {
            Class<?> model = Json31.mapper().constructType(type.getType()).getRawClass();
            if (model.isRecord()) {
                mark(model, schema.get$ref() == null ? schema : defined(schema.get$ref(), context));
            }
        }
        return schema;
    }

    private static @Nullable Schema<?> defined(String reference, ModelConverterContext context) {
        return context.getDefinedModels().get(reference.substring(reference.lastIndexOf('/') + 1));
    }

    private static void mark(Class<?> model, @Nullable Schema<?> schema) {
        if (schema == null || schema.getProperties() == null) {
            return;
        }
        for (RecordComponent component : model.getRecordComponents()) {
            Schema<?> property = schema.getProperties().get(nameOf(component));
            if (property != null && component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                schema.getProperties().put(nameOf(component), orNull(property));
            }
        }
    }

    private static String nameOf(RecordComponent component) {
        JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
        return renamed == null || renamed.value().isEmpty() ? component.getName() : renamed.value();
    }

    private static Schema<?> orNull(Schema<?> property) {
        if (property.get$ref() != null) {
            Schema<?> one = new Schema<>(SpecVersion.V31);
            one.set$ref(property.get$ref());
            Schema<?> none = new Schema<>(SpecVersion.V31);
            none.setTypes(Set.of(NULL));
            Schema<?> either = new Schema<>(SpecVersion.V31);
            either.setDescription(property.getDescription());
            either.setAnyOf(List.of(one, none));
            return either;
        }
        if (property.getTypes() != null) {
            Set<String> types = new LinkedHashSet<>(property.getTypes());
            types.add(NULL);
            property.setTypes(types);
        }
        return property;
    }
}
