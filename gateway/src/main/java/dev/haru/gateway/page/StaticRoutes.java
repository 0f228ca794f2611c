package dev.haru.gateway.page;

import static org.springframework.web.reactive.function.server.RequestPredicates.methods;
import static org.springframework.web.reactive.function.server.RequestPredicates.path;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;
import org.springframework.web.reactive.function.server.RequestPredicate;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.MethodNotAllowedException;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Routes to static content, for GET and HEAD. */
public final class StaticRoutes {

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

    private static final RequestPredicate READ = methods(HttpMethod.GET, HttpMethod.HEAD);

    private final RouterFunctions.Builder routes = RouterFunctions.route();

    /** Adds a page, a file of the class path, which a browser asks for again each time. */
    public StaticRoutes page(String path, String file, String contentSecurityPolicy) {
        return content(path, content(HTML, file), headers -> {
            headers.set("Content-Security-Policy", contentSecurityPolicy);
            headers.setCacheControl(CacheControl.noCache());
        });
    }

    /** Adds an asset, a file of the class path, which a browser keeps for an hour. */
    public StaticRoutes asset(String path, String file) {
        MediaType type = MediaTypeFactory.getMediaType(file).orElseThrow();
        return content(
                path,
                content(type, file),
                headers -> headers.setCacheControl(
                        CacheControl.maxAge(Duration.ofHours(1)).cachePublic()));
    }

    /** Adds content, with these headers. */
    public StaticRoutes content(String path, Mono<StaticContent> content, Consumer<HttpHeaders> headers) {
        routes.route(READ.and(path(path)), request -> content.flatMap(found -> found.respond(request, headers)));
        routes.route(
                path(path),
                request -> Mono.error(
                        new MethodNotAllowedException(request.method(), List.of(HttpMethod.GET, HttpMethod.HEAD))));
        return this;
    }

    /** Returns the routes. */
    public RouterFunction<ServerResponse> build() {
        return routes.build();
    }

    /** Returns a file of the class path. The first request reads and compresses it; the gateway keeps it. */
    private static Mono<StaticContent> content(MediaType type, String file) {
        return Mono.fromCallable(() -> StaticContent.of(type, new ClassPathResource(file).getContentAsByteArray()))
                .subscribeOn(Schedulers.boundedElastic())
                .cache();
    }
}
