package dev.haru.schedule;

import java.time.Instant;
import java.time.OffsetDateTime;
import org.springframework.format.FormatterRegistry;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Reads a query's instants as those of a body: Spring alone also takes milliseconds since the epoch. */
@Component
class RequestFormats implements WebMvcConfigurer {

    @Override
    public void addFormatters(FormatterRegistry registry) {
        registry.addConverter(
                String.class, Instant.class, text -> OffsetDateTime.parse(text).toInstant());
    }
}
