package dev.haru.gateway.docs;

import dev.haru.gateway.page.StaticRoutes;
import java.io.IOException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.http.CacheControl;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** The page at {@code /docs}: Swagger UI from the class path, with the merged document. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "haru.gateway.docs.enabled", matchIfMissing = true)
class DocsRoutes {

    /** Allows the page's own scripts only. Swagger UI sets styles on elements and draws icons from data URLs. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String OWN = "docs/assets/";

    @Bean
    RouterFunction<ServerResponse> docs(DocumentSource source) {
        String swaggerUi = swaggerUi();
        return new StaticRoutes()
                .page("/docs", "docs/page.html", POLICY)
                // A browser and a generator of clients ask again each time, and receive 304 while the document is the
                // same.
                .content(
                        "/docs/openapi.json",
                        Mono.defer(source::document),
                        headers -> headers.setCacheControl(CacheControl.noCache()))
                .asset("/docs/assets/haru.css", OWN + "haru.css")
                .asset("/docs/assets/haru.js", OWN + "haru.js")
                .asset("/docs/assets/haru.svg", OWN + "haru.svg")
                .asset("/docs/assets/swagger-ui.css", swaggerUi + "swagger-ui.css")
                .asset("/docs/assets/swagger-ui-bundle.js", swaggerUi + "swagger-ui-bundle.js")
                .build();
    }

    private static String swaggerUi() {
        try {
            String version = PropertiesLoaderUtils.loadProperties(
                            new ClassPathResource("META-INF/maven/org.webjars/swagger-ui/pom.properties"))
                    .getProperty("version");
            return "META-INF/resources/webjars/swagger-ui/" + version + "/";
        } catch (IOException e) {
            throw new IllegalStateException("Swagger UI is not on the class path", e);
        }
    }
}
