package dev.haru.platform.precondition;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/** Conditional requests that Spring does not evaluate. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class PreconditionAutoConfiguration {

    @Bean
    AnyEntityTagAdvice anyEntityTagAdvice() {
        return new AnyEntityTagAdvice();
    }
}
