package dev.haru.platform.test.bounds;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.springframework.core.ResolvableType;

/** The JSON around one value of a request body: {@code {"items":[{"title":%s}]}}. */
record BodyShape(String before, String after) {

    private static final int DEEPEST = 5;

    /** A shape for the body itself, for each field, for each element and for the fields of both. */
    static List<BodyShape> of(ResolvableType type) {
        List<BodyShape> shapes = new ArrayList<>();
        collect(type, new BodyShape("", ""), 0, shapes);
        return shapes;
    }

    String around(String value) {
        return before + value + after;
    }

    private static void collect(ResolvableType type, BodyShape place, int depth, List<BodyShape> shapes) {
        shapes.add(place);
        Class<?> raw = type.resolve(Object.class);
        if (depth == DEEPEST) {
            return;
        }
        if (Collection.class.isAssignableFrom(raw)) {
            collect(type.asCollection().getGeneric(0), place.inside("[", "]"), depth + 1, shapes);
        } else if (raw.getName().startsWith("dev.haru.") && !raw.isEnum()) {
            for (Field field : raw.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    collect(
                            ResolvableType.forField(field, type),
                            place.inside("{\"" + nameOf(field) + "\":", "}"),
                            depth + 1,
                            shapes);
                }
            }
        }
    }

    private BodyShape inside(String open, String close) {
        return new BodyShape(before + open, close + after);
    }

    private static String nameOf(Field field) {
        JsonProperty renamed = ((AnnotatedElement) field).getAnnotation(JsonProperty.class);
        return renamed == null || renamed.value().isEmpty() ? field.getName() : renamed.value();
    }
}
