package dev.haru.bench.password;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Replaces the password hash of auth-service. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("bench.password.encoder")
public class PasswordBenchConfiguration {

    @Bean
    static BeanPostProcessor otherPasswords(Environment environment) {
        PasswordBenchProperties properties = Binder.get(environment)
                .bind("bench.password", PasswordBenchProperties.class)
                .get();
        return new OtherPasswords(Encoders.named(properties.encoder()));
    }
}
