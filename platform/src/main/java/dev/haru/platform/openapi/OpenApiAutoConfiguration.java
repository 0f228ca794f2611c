package dev.haru.platform.openapi;

import dev.haru.platform.security.PublicEndpoints;
import io.swagger.v3.core.converter.ModelConverter;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The common parts of all OpenAPI documents. */
@AutoConfiguration
@ConditionalOnClass(GlobalOpenApiCustomizer.class)
public class OpenApiAutoConfiguration {

    @Bean
    GlobalOpenApiCustomizer openApiDefaults(
            @Value("${spring.application.name:}") String service, ObjectProvider<PublicEndpoints> open) {
        return new OpenApiDefaults(service, open.orderedStream().toList());
    }

    @Bean
    OperationCustomizer scopeExtension() {
        return new ScopeExtension();
    }

    @Bean
    ModelConverter nullableProperties() {
        return new NullableProperties();
    }

    @Bean
    ModelConverter openEnumProperties() {
        return new OpenEnumProperties();
    }
}
