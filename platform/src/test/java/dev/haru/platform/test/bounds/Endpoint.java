package dev.haru.platform.test.bounds;

import jakarta.servlet.ServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;

/** A handler mapping and the inputs of its requests. */
final class Endpoint {

    private final String method;
    private final String pattern;
    private final @Nullable MediaType bodyType;
    private final @Nullable ResolvableType body;
    private final Map<String, String> pathVariables = new LinkedHashMap<>();
    private final List<String> parameters = new ArrayList<>();
    private final List<String> headers = new ArrayList<>();
    private final List<String> others = new ArrayList<>();
    private final boolean readsRequest;

    private Endpoint(RequestMethod method, String pattern, RequestMappingInfo mapping, HandlerMethod handler) {
        this.method = method.name();
        this.pattern = pattern;
        @Nullable ResolvableType read = null;
        for (MethodParameter parameter : handler.getMethodParameters()) {
            parameter.initParameterNameDiscovery(new org.springframework.core.DefaultParameterNameDiscoverer());
            if (parameter.hasParameterAnnotation(RequestBody.class)) {
                read = ResolvableType.forMethodParameter(parameter);
            }
            PathVariable variable = parameter.getParameterAnnotation(PathVariable.class);
            if (variable != null) {
                pathVariables.put(name(variable.name(), parameter), sample(parameter.getParameterType()));
            }
            RequestParam query = parameter.getParameterAnnotation(RequestParam.class);
            if (query != null) {
                parameters.add(name(query.name(), parameter));
            }
            RequestHeader header = parameter.getParameterAnnotation(RequestHeader.class);
            if (header != null) {
                headers.add(name(header.name(), parameter));
            }
            if (!parameter.hasParameterAnnotations()
                    || parameter.hasParameterAnnotation(AuthenticationPrincipal.class)) {
                others.add(parameter.getParameterType().getName());
            }
        }
        this.readsRequest = Stream.of(handler.getMethodParameters())
                .map(MethodParameter::getParameterType)
                .anyMatch(type -> ServletRequest.class.isAssignableFrom(type)
                        || WebRequest.class.isAssignableFrom(type)
                        || HttpEntity.class.isAssignableFrom(type)
                        || HttpHeaders.class.isAssignableFrom(type));
        this.body = read;
        this.bodyType = mapping.getConsumesCondition().getConsumableMediaTypes().stream()
                .findFirst()
                .orElse(null);
    }

    static Stream<Endpoint> of(RequestMappingInfo mapping, HandlerMethod handler) {
        return mapping.getMethodsCondition().getMethods().stream()
                .flatMap(method -> mapping.getPatternValues().stream()
                        .map(pattern -> new Endpoint(method, pattern, mapping, handler)));
    }

    boolean isInternal() {
        return pattern.startsWith("/internal/");
    }

    boolean isSafe() {
        return method.equals("GET") || method.equals("HEAD");
    }

    /** Whether the handler receives the request itself, and so can read headers that its signature does not name. */
    boolean readsRequest() {
        return readsRequest;
    }

    /** Equal for endpoints that the container, the filters and Spring's converters treat equally. */
    String kind() {
        return method + ' ' + (isInternal() ? "internal " : "") + bodyType() + ' ' + others;
    }

    List<BodyShape> bodies() {
        return body == null ? List.of() : BodyShape.of(body);
    }

    List<String> parameters() {
        return parameters;
    }

    List<String> headers() {
        return headers;
    }

    List<String> pathVariables() {
        return List.copyOf(pathVariables.keySet());
    }

    /** The path with one variable replaced. */
    String path(@Nullable String variable, String value) {
        String path = pattern;
        for (Map.Entry<String, String> each : pathVariables.entrySet()) {
            path = path.replace("{" + each.getKey() + "}", each.getKey().equals(variable) ? value : each.getValue());
        }
        return path;
    }

    String path() {
        return path(null, "");
    }

    /** A request as bytes. Each header in {@code head} ends with a line break. */
    byte[] request(String target, String head, @Nullable String json) {
        String type = json == null || head.contains("Content-Type:") ? "" : "Content-Type: " + bodyType() + "\r\n";
        String length = json == null ? "" : "Content-Length: " + json.length() + "\r\n";
        String host = head.contains("Host:") ? "" : "Host: localhost\r\n";
        return (method + " " + target + " HTTP/1.1\r\n" + host + "Connection: close\r\n" + type + length + head + "\r\n"
                        + Objects.requireNonNullElse(json, ""))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /** An empty object if the endpoint reads a body, also of another type; it answers with its ordinary 400. */
    @Nullable String ordinaryBody() {
        return body == null && bodyType == null ? null : "{}";
    }

    private MediaType bodyType() {
        return Objects.requireNonNullElse(bodyType, MediaType.APPLICATION_JSON);
    }

    private static String name(String declared, MethodParameter parameter) {
        return StringUtils.hasText(declared) ? declared : Objects.requireNonNull(parameter.getParameterName());
    }

    private static String sample(Class<?> type) {
        if (type == UUID.class) {
            return "019aa5a1-0000-7000-8000-00000000ffff";
        }
        return type == String.class ? "a" : "1";
    }

    @Override
    public String toString() {
        return method + " " + pattern;
    }
}
