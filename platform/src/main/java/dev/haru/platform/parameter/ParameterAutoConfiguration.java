package dev.haru.platform.parameter;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/** Strict parameters; off with {@code haru.parameter.enabled=false}. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnProperty(name = "haru.parameter.enabled", matchIfMissing = true)
class ParameterAutoConfiguration {

    @Bean
    StrictUuids strictUuids() {
        return new StrictUuids();
    }
}
