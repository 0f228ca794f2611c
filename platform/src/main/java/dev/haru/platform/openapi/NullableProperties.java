package dev.haru.platform.openapi;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.models.SpecVersion;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Marks properties of a record as nullable in its schema if they carry JSpecify's {@link Nullable}, which swagger does
 * not read. Marks them as optional instead if Jackson omits null.
 */
final class NullableProperties extends RecordProperties {

    private static final String NULL = "null";

    @Override
    Schema<?> complete(Class<?> model, RecordComponent component, Schema<?> property) {
        if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            return property;
        }
        boolean optional = isOmittedWhenNull(model.getAnnotation(JsonInclude.class))
                || isOmittedWhenNull(component.getAccessor().getAnnotation(JsonInclude.class));
        Schema<?> completed = optional && !declaresNull(component) ? property : orNull(property);
        if (optional) {
            completed.addExtension(UsedSchemas.OPTIONAL, true);
        }
        return completed;
    }

    /** Whether the annotation of the component permits null, as for a member that a merge patch removes. */
    private static boolean declaresNull(RecordComponent component) {
        var declared = component.getAccessor().getAnnotation(io.swagger.v3.oas.annotations.media.Schema.class);
        return declared != null && List.of(declared.types()).contains(NULL);
    }

    private static boolean isOmittedWhenNull(@Nullable JsonInclude inclusion) {
        return inclusion != null && inclusion.value() == JsonInclude.Include.NON_NULL;
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
