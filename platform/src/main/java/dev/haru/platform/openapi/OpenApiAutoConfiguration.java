package dev.haru.platform.openapi;

import dev.haru.platform.security.PublicEndpoints;
import io.swagger.v3.core.converter.ModelConverter;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** The common parts of all OpenAPI documents. Off with {@code haru.openapi.enabled=false}. */
@AutoConfiguration
@ConditionalOnClass(GlobalOpenApiCustomizer.class)
@ConditionalOnProperty(name = "haru.openapi.enabled", matchIfMissing = true)
class OpenApiAutoConfiguration {

    @Bean
    GlobalOpenApiCustomizer openApiDefaults(
            @Value("${spring.application.name:}") String service, ObjectProvider<PublicEndpoints> open) {
        return new OpenApiDefaults(service, open.orderedStream().toList());
    }

    @Bean
    ModelConverter nullableProperties() {
        return new NullableProperties();
    }
}
