package dev.haru.platform.json;

import dev.haru.platform.problem.JsonName;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.util.ReflectionUtils;

/** The members of a record, by their names in JSON. */
final class RecordMembers {

    private RecordMembers() {}

    /** Returns a record with the named members of the source, and all other members of the target. */
    @SuppressWarnings("unchecked") // the constructor is that of the class of T
    static <T extends Record> T copy(T source, Set<String> names, T target) {
        RecordComponent[] components = target.getClass().getRecordComponents();
        @Nullable Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            values[i] = value(names.contains(JsonName.of(components[i])) ? source : target, components[i]);
        }
        return (T) BeanUtils.instantiateClass(constructor(target.getClass(), components), values);
    }

    private static Constructor<?> constructor(Class<?> type, RecordComponent[] components) {
        Class<?>[] parameters =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(parameters);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a record has its canonical constructor", e);
        }
    }

    private static @Nullable Object value(Record from, RecordComponent component) {
        Method accessor = component.getAccessor();
        ReflectionUtils.makeAccessible(accessor);
        return ReflectionUtils.invokeMethod(accessor, from);
    }
}
