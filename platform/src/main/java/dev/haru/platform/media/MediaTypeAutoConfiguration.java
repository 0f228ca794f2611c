package dev.haru.platform.media;

import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.http.converter.autoconfigure.ServerHttpMessageConvertersCustomizer;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.converter.ByteArrayHttpMessageConverter;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Restricts requests and answers to JSON: decision 042. */
@AutoConfiguration(before = WebMvcAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
class MediaTypeAutoConfiguration {

    /** Last, so that it sees all converters that Spring found on the class path. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    ServerHttpMessageConvertersCustomizer listedConverters() {
        return converters -> converters.configureMessageConvertersList(MediaTypeAutoConfiguration::keepListed);
    }

    /** The bytes are springdoc's, which sends the OpenAPI document so; first, or JSON would write them as Base64. */
    private static void keepListed(List<HttpMessageConverter<?>> converters) {
        converters.removeIf(converter -> !(converter instanceof JacksonJsonHttpMessageConverter));
        converters.addFirst(new ByteArrayHttpMessageConverter());
    }

    @Bean
    WebMvcRegistrations jsonMappings() {
        return new WebMvcRegistrations() {
            @Override
            public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
                return new JsonMappings();
            }
        };
    }
}
