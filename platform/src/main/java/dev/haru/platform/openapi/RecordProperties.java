package dev.haru.platform.openapi;

import dev.haru.platform.problem.JsonName;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Completes the properties in the schema of a record from the annotations of its components. */
abstract class RecordProperties implements ModelConverter {

    @Override
    public final @Nullable Schema<?> resolve(
            AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
        if (!chain.hasNext()) {
            return null;
        }
        Schema<?> schema = chain.next().resolve(type, context, chain);
        if (schema != null && type.getType() != null) {
            Class<?> model = Json31.mapper().constructType(type.getType()).getRawClass();
            if (model.isRecord()) {
                completeAll(model, schema.get$ref() == null ? schema : defined(schema.get$ref(), context));
            }
        }
        return schema;
    }

    /** Returns the completed property. The schema of one record may pass here several times. */
    abstract Schema<?> complete(Class<?> model, RecordComponent component, Schema<?> property);

    private static @Nullable Schema<?> defined(String reference, ModelConverterContext context) {
        return context.getDefinedModels().get(Schemas.nameIn(reference));
    }

    private void completeAll(Class<?> model, @Nullable Schema<?> schema) {
        if (schema == null || schema.getProperties() == null) {
            return;
        }
        for (RecordComponent component : model.getRecordComponents()) {
            String name = JsonName.of(component);
            Schema<?> property = schema.getProperties().get(name);
            if (property != null) {
                schema.getProperties().put(name, complete(model, component, property));
            }
        }
    }
}
