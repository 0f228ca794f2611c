package dev.haru.platform.media;

import dev.haru.platform.path.LiteralPathMappings;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;

/**
 * Restricts each mapping that declares no media types to {@code application/json}. Spring refuses other types with 415
 * or 406 before the controller runs. Otherwise a call could change data and then fail when the response is written.
 * Where another mapping of the same call produces another type, JSON is the default.
 */
final class JsonMappings extends LiteralPathMappings {

    @Override
    protected @Nullable RequestMappingInfo getMappingForMethod(Method method, Class<?> handlerType) {
        RequestMappingInfo mapping = super.getMappingForMethod(method, handlerType);
        if (mapping == null || ErrorController.class.isAssignableFrom(handlerType)) {
            return mapping;
        }
        RequestMappingInfo.Builder json = mapping.mutate();
        if (readsBody(method) && mapping.getConsumesCondition().isEmpty()) {
            json.consumes(MediaType.APPLICATION_JSON_VALUE);
        }
        if (writesBody(ResolvableType.forMethodReturnType(method))
                && mapping.getProducesCondition().isEmpty()) {
            json.produces(MediaType.APPLICATION_JSON_VALUE).customCondition(PreferredMapping.INSTANCE);
        }
        return json.build();
    }

    private static boolean readsBody(Method method) {
        return Arrays.stream(method.getParameters()).anyMatch(JsonMappings::isBody);
    }

    private static boolean isBody(Parameter parameter) {
        return parameter.isAnnotationPresent(RequestBody.class);
    }

    /** False for {@code void}, and for {@code Void} in a ResponseEntity or a future. */
    private static boolean writesBody(ResolvableType type) {
        ResolvableType body = type;
        while (body.hasGenerics()) {
            body = body.getGeneric(0);
        }
        Class<?> raw = body.resolve(Object.class);
        return raw != void.class && raw != Void.class;
    }
}
