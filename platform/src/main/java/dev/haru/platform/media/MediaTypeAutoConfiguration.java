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
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Restricts requests and responses to JSON (decision 042). */
@AutoConfiguration(before = WebMvcAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class MediaTypeAutoConfiguration {

    /**
     * Replaces all converters that Spring and its modules find on the class path. springdoc returns the OpenAPI
     * document as bytes. The converter for bytes comes first, because the JSON converter would encode them in Base64.
     */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    ServerHttpMessageConvertersCustomizer listedConverters(JacksonJsonHttpMessageConverter json) {
        return converters -> converters.configureMessageConvertersList(all -> {
            all.clear();
            all.add(new ByteArrayHttpMessageConverter());
            all.add(json);
        });
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

    @Bean
    WebMvcConfigurer acceptedTypes() {
        return new WebMvcConfigurer() {
            @Override
            public void configureContentNegotiation(ContentNegotiationConfigurer negotiation) {
                negotiation.strategies(List.of(new AcceptedTypes()));
            }
        };
    }
}
