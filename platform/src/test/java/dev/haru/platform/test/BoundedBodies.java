package dev.haru.platform.test;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.haru.platform.json.TextLimit;
import jakarta.validation.constraints.Size;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.web.bind.annotation.RequestBody;
import tools.jackson.databind.annotation.JsonDeserialize;

/** Checks that {@code @Size} limits every text, every array and its elements in a request body. */
final class BoundedBodies extends ArchCondition<JavaMethod> {

    private final List<String> found = new ArrayList<>();
    private final Set<Class<?>> visited = new HashSet<>();

    BoundedBodies() {
        super("limit each text and each array of their bodies by @Size(max = …)");
    }

    @Override
    public void check(JavaMethod method, ConditionEvents events) {
        method.getParameters().stream()
                .filter(parameter -> parameter.isAnnotatedWith(RequestBody.class))
                .flatMap(parameter -> unboundedIn(parameter.getRawType().reflect()).stream())
                .forEach(field -> events.add(
                        SimpleConditionEvent.violated(method, field + " has no limit: " + method.getFullName())));
    }

    /** The fields of a body without a limit. */
    static List<String> unboundedIn(Class<?> body) {
        BoundedBodies bodies = new BoundedBodies();
        bodies.visit(body);
        return bodies.found;
    }

    /** Visits each record once, because a record may contain records of its own type. */
    private void visit(Class<?> body) {
        if (!body.isRecord()) {
            found.add(body.getSimpleName());
        } else if (visited.add(body)) {
            for (RecordComponent component : body.getRecordComponents()) {
                String name = body.getSimpleName() + "." + component.getName();
                check(name, component.getAnnotatedType(), fieldOf(body, component));
            }
        }
    }

    private void check(String name, AnnotatedType type, AnnotatedElement field) {
        Class<?> raw = rawTypeOf(type);
        if (Map.class.isAssignableFrom(raw) || raw.isArray() || raw == Object.class) {
            found.add(name);
        } else if (Collection.class.isAssignableFrom(raw)) {
            requireLimit(name, field, type);
            AnnotatedType element = ((AnnotatedParameterizedType) type).getAnnotatedActualTypeArguments()[0];
            check(name + "[]", element, element);
        } else if (raw == String.class || raw.isAnnotationPresent(JsonDeserialize.class)) {
            requireLimit(name, field, type);
        } else if (raw.isRecord()) {
            visit(raw);
        }
    }

    private void requireLimit(String name, AnnotatedElement field, AnnotatedType type) {
        if (!isLimited(field) && !isLimited(type)) {
            found.add(name);
        }
    }

    private static boolean isLimited(AnnotatedElement element) {
        MergedAnnotations all = MergedAnnotations.from(element, element.getAnnotations());
        return all.isPresent(TextLimit.class)
                || all.stream(Size.class).anyMatch(size -> size.getInt("max") < Integer.MAX_VALUE);
    }

    /**
     * The field carries every annotation of the component that applies to fields, as does the parameter that Jackson
     * reads.
     */
    private static Field fieldOf(Class<?> body, RecordComponent component) {
        try {
            return body.getDeclaredField(component.getName());
        } catch (NoSuchFieldException impossible) {
            throw new IllegalStateException("each component has a field", impossible);
        }
    }

    private static Class<?> rawTypeOf(AnnotatedType type) {
        return type.getType() instanceof ParameterizedType generic
                ? (Class<?>) generic.getRawType()
                : type.getType() instanceof Class<?> plain ? plain : Object.class;
    }
}
