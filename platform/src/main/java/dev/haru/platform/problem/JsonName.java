package dev.haru.platform.problem;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/** The name of a Java property in JSON, which {@link JsonProperty} may change. */
public final class JsonName {

    private JsonName() {}

    /** Returns the name of a record component in JSON. */
    public static String of(RecordComponent component) {
        return of(component.getAccessor(), component.getName());
    }

    static String of(Field field) {
        return of(field, field.getName());
    }

    private static String of(AnnotatedElement property, String name) {
        @Nullable JsonProperty renamed = property.getAnnotation(JsonProperty.class);
        return renamed == null || renamed.value().isEmpty() ? name : renamed.value();
    }
}
