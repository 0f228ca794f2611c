package dev.haru.gateway.docs;

import static org.springframework.web.reactive.function.server.RequestPredicates.methods;
import static org.springframework.web.reactive.function.server.RequestPredicates.path;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.config.ResourceHandlerRegistry;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.function.server.RequestPredicate;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.MethodNotAllowedException;
import reactor.core.publisher.Mono;

/** The page at {@code /docs}: Swagger UI from the class path, with the merged document. */
@Configuration(proxyBeanMethods = false)
class DocsRoutes implements WebFluxConfigurer {

    /** Allows the page's own scripts only. Swagger UI sets styles on elements and draws icons from data URLs. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

    private static final RequestPredicate READ = methods(HttpMethod.GET, HttpMethod.HEAD);

    @Bean
    RouterFunction<ServerResponse> docs(DocumentSource source) {
        Resource page = new ClassPathResource("docs/page.html");
        return RouterFunctions.route()
                .route(
                        READ.and(path("/docs")),
                        _ -> ServerResponse.ok()
                                .contentType(HTML)
                                .header("Content-Security-Policy", POLICY)
                                .bodyValue(page))
                .route(
                        READ.and(path("/docs/openapi.json")),
                        _ -> source.document()
                                .flatMap(json -> ServerResponse.ok()
                                        .contentType(MediaType.APPLICATION_JSON)
                                        .bodyValue(json)))
                .route(
                        path("/docs").or(path("/docs/openapi.json")),
                        request -> Mono.error(new MethodNotAllowedException(
                                request.method(), List.of(HttpMethod.GET, HttpMethod.HEAD))))
                .build();
    }

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/docs/assets/*.css", "/docs/assets/*.js", "/docs/assets/*.svg")
                .addResourceLocations("classpath:/docs/assets/", "classpath:" + swaggerUi())
                .setCacheControl(CacheControl.maxAge(Duration.ofHours(1)).cachePublic());
    }

    private static String swaggerUi() {
        try {
            String version = PropertiesLoaderUtils.loadProperties(
                            new ClassPathResource("META-INF/maven/org.webjars/swagger-ui/pom.properties"))
                    .getProperty("version");
            return "/META-INF/resources/webjars/swagger-ui/" + version + "/";
        } catch (IOException e) {
            throw new IllegalStateException("Swagger UI is not on the class path", e);
        }
    }
}
