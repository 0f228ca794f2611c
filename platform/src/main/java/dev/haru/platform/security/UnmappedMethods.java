package dev.haru.platform.security;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Matches a request without a token to the path of a public endpoint, if no endpoint has its method. Spring then
 * responds with 405, or to OPTIONS with the methods of the path. A token would change neither, so 401 would mislead the
 * client. A method that an endpoint with a token has on the same path does not match.
 */
final class UnmappedMethods implements RequestMatcher {

    private final List<PathPattern> open;
    private final SingletonSupplier<List<Endpoint>> endpoints;

    /** @param mappings the endpoints of the service, which are complete at the first request */
    UnmappedMethods(Stream<PublicEndpoints> open, SingletonSupplier<RequestMappingHandlerMapping> mappings) {
        this.open = open.flatMap(PublicEndpoints::paths)
                .distinct()
                .map(PathPatternParser.defaultInstance::parse)
                .toList();
        this.endpoints = SingletonSupplier.of(() -> mappings.obtain().getHandlerMethods().keySet().stream()
                .flatMap(Endpoint::of)
                .toList());
    }

    @Override
    public boolean matches(HttpServletRequest request) {
        if (request.getHeader(HttpHeaders.AUTHORIZATION) != null) {
            return false;
        }
        PathContainer path = PathContainer.parsePath(request.getRequestURI());
        if (open.stream().noneMatch(pattern -> pattern.matches(path))) {
            return false;
        }
        List<Endpoint> matching = endpoints.obtain().stream()
                .filter(endpoint -> endpoint.path().matches(path))
                .toList();
        // As in LiteralPathMappings, a literal path hides the patterns that match it.
        boolean isLiteral = matching.stream().anyMatch(Endpoint::isLiteral);
        return matching.stream()
                .filter(endpoint -> !isLiteral || endpoint.isLiteral())
                .noneMatch(endpoint -> endpoint.accepts(request.getMethod()));
    }

    /**
     * One path pattern of an endpoint, with the methods of the endpoint.
     *
     * @param methods the names of the methods; empty for all methods
     */
    private record Endpoint(PathPattern path, Set<String> methods) {

        static Stream<Endpoint> of(RequestMappingInfo mapping) {
            Set<String> methods = mapping.getMethodsCondition().getMethods().stream()
                    .map(RequestMethod::name)
                    .collect(Collectors.toUnmodifiableSet());
            return mapping.getPatternValues().stream()
                    .map(pattern -> new Endpoint(PathPatternParser.defaultInstance.parse(pattern), methods));
        }

        boolean isLiteral() {
            return !path.hasPatternSyntax();
        }

        boolean accepts(String method) {
            return methods.isEmpty() || methods.contains(method) || isHeadOfGet(method);
        }

        private boolean isHeadOfGet(String method) {
            return method.equals(HttpMethod.HEAD.name()) && methods.contains(HttpMethod.GET.name());
        }
    }
}
