package dev.haru.platform.parameter;

import java.util.UUID;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.format.support.FormattingConversionService;
import org.springframework.validation.Validator;
import org.springframework.web.bind.support.ConfigurableWebBindingInitializer;

/** Strict parsing of parameters. Off with {@code haru.parameter.enabled=false}. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnProperty(name = "haru.parameter.enabled", matchIfMissing = true)
class ParameterAutoConfiguration {

    /**
     * Replaces Spring Boot's own initializer. Spring would look up and call a controller advice in each request
     * instead.
     */
    @Bean
    ConfigurableWebBindingInitializer strictParameters(
            @Qualifier("mvcConversionService") FormattingConversionService conversions,
            @Qualifier("mvcValidator") Validator validator) {
        ConfigurableWebBindingInitializer binding = new ConfigurableWebBindingInitializer();
        binding.setConversionService(conversions);
        binding.setValidator(validator);
        binding.setPropertyEditorRegistrar(editors -> editors.registerCustomEditor(UUID.class, new StrictUuids()));
        return binding;
    }
}
