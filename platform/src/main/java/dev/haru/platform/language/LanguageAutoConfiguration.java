package dev.haru.platform.language;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.context.MessageSourceAutoConfiguration;
import org.springframework.context.MessageSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.ResourceBundleMessageSource;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.i18n.AcceptHeaderLocaleResolver;

/** Texts in the language of the request. */
@AutoConfiguration(
        before = MessageSourceAutoConfiguration.class,
        beforeName = "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration")
public class LanguageAutoConfiguration {

    @Bean
    ResourceBundleMessageSource messageSource() {
        return Messages.source();
    }

    @Bean
    Messages messages(MessageSource messageSource) {
        return new Messages(messageSource, Messages.languagesOfPlatform());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    static class Servlet {

        /** The locale of the messages of constraints. Spring's own resolver has no bound for the header. */
        @Bean
        AcceptHeaderLocaleResolver localeResolver(Messages messages) {
            return new AcceptHeaderLocaleResolver() {
                @Override
                public Locale resolveLocale(HttpServletRequest request) {
                    return Locale.of(messages.languageFor(request.getHeader(HttpHeaders.ACCEPT_LANGUAGE)));
                }
            };
        }
    }
}
