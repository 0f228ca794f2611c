package dev.haru.platform.path;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Matches a path that a controller maps literally only with mappings of that path. Spring also matches patterns, if no
 * literal mapping has the method of the request. {@code PUT /schedules/quota} would call the method of {@code PUT
 * /schedules/{id}}, and the {@code Allow} header would list it.
 */
public class LiteralPathMappings extends RequestMappingHandlerMapping {

    private Set<String> literalPaths = Set.of();

    /** Creates the mappings of the application context. */
    protected LiteralPathMappings() {}

    @Override
    protected void handlerMethodsInitialized(Map<RequestMappingInfo, HandlerMethod> methods) {
        super.handlerMethodsInitialized(methods);
        literalPaths = methods.keySet().stream()
                .flatMap(mapping -> mapping.getDirectPaths().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    protected @Nullable RequestMappingInfo getMatchingMapping(RequestMappingInfo mapping, HttpServletRequest request) {
        RequestMappingInfo match = super.getMatchingMapping(mapping, request);
        return match == null || isCandidate(match, pathOf(request)) ? match : null;
    }

    @Override
    protected @Nullable HandlerMethod handleNoMatch(
            Set<RequestMappingInfo> mappings, String path, HttpServletRequest request) throws ServletException {
        Set<RequestMappingInfo> candidates =
                mappings.stream().filter(mapping -> isCandidate(mapping, path)).collect(Collectors.toUnmodifiableSet());
        return super.handleNoMatch(candidates, path, request);
    }

    private boolean isCandidate(RequestMappingInfo mapping, String path) {
        return !literalPaths.contains(path) || mapping.getDirectPaths().contains(path);
    }

    private static String pathOf(HttpServletRequest request) {
        return ServletRequestPathUtils.getParsedRequestPath(request)
                .pathWithinApplication()
                .value();
    }
}
