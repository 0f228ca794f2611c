package dev.haru.platform.parameter;

import java.util.UUID;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.format.support.FormattingConversionService;
import org.springframework.validation.Validator;
import org.springframework.web.bind.support.ConfigurableWebBindingInitializer;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Strict parsing of parameters. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class ParameterAutoConfiguration {

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
        binding.setPropertyEditorRegistrar(editors -> {
            editors.registerCustomEditor(UUID.class, new StrictUuids());
            for (Class<?> type : new Class<?>[] {int.class, Integer.class}) {
                editors.registerCustomEditor(type, new StrictNumbers(Integer::valueOf));
            }
            for (Class<?> type : new Class<?>[] {long.class, Long.class}) {
                editors.registerCustomEditor(type, new StrictNumbers(Long::valueOf));
            }
        });
        return binding;
    }

    /** Only for the public API: the actuator and internal calls may add parameters that an old pod does not know. */
    @Bean
    WebMvcConfigurer knownParameters() {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new KnownParameters()).addPathPatterns("/v1/**");
            }
        };
    }
}
