package dev.haru.platform.parameter;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidField;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.platform.security.Endpoints;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.springframework.core.MethodParameter;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ValueConstants;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses a query parameter that the endpoint does not declare, as a body with an unknown field is refused. Otherwise a
 * misspelled filter would return an unfiltered list. Refuses an empty value of a parameter that is not text or has a
 * default, too: Spring would replace it. OPTIONS reads no parameters and lists the methods of the path.
 */
final class KnownParameters implements HandlerInterceptor {

    /**
     * The parameters of each endpoint, by name, and whether an empty value of each is a text. The number of endpoints
     * limits its size.
     */
    private final Map<Method, Map<String, Boolean>> known = new ConcurrentHashMap<>();

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getQueryString() != null) {
            Endpoints.calledBy(request, handler).ifPresent(endpoint -> refuseUnknown(request, endpoint));
        }
        return true;
    }

    private void refuseUnknown(HttpServletRequest request, HandlerMethod endpoint) {
        Map<String, Boolean> declared = known.computeIfAbsent(endpoint.getMethod(), _ -> parametersOf(endpoint));
        List<InvalidField> errors = Collections.list(request.getParameterNames()).stream()
                .flatMap(name -> error(name, request.getParameterValues(name), declared).stream())
                .toList();
        if (!errors.isEmpty()) {
            throw InvalidRequest.fields(errors);
        }
    }

    private static Optional<InvalidField> error(String name, String[] values, Map<String, Boolean> known) {
        Boolean mayBeEmpty = known.get(name);
        if (mayBeEmpty == null) {
            return Optional.of(new InvalidField(name, Message.of("field.unknown-parameter")));
        }
        return !mayBeEmpty && Arrays.asList(values).contains("")
                ? Optional.of(new InvalidField(name, Message.of("field.empty-parameter")))
                : Optional.empty();
    }

    private static Map<String, Boolean> parametersOf(HandlerMethod endpoint) {
        return Arrays.stream(endpoint.getMethodParameters())
                .filter(parameter -> parameter.hasParameterAnnotation(RequestParam.class))
                .collect(Collectors.toUnmodifiableMap(KnownParameters::nameOf, KnownParameters::mayBeEmpty));
    }

    private static boolean mayBeEmpty(MethodParameter parameter) {
        RequestParam declared = parameter.getParameterAnnotation(RequestParam.class);
        return parameter.getParameterType() == String.class
                && declared != null
                && declared.defaultValue().equals(ValueConstants.DEFAULT_NONE);
    }

    private static String nameOf(MethodParameter parameter) {
        RequestParam declared = parameter.getParameterAnnotation(RequestParam.class);
        return declared != null && StringUtils.hasText(declared.name())
                ? declared.name()
                : parameter.getParameter().getName();
    }
}
