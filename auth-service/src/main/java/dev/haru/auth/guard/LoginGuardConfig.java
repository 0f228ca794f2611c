package dev.haru.auth.guard;

import dev.haru.platform.signing.SigningKeys;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Provides the keys that sign challenges and device cookies. */
@Configuration(proxyBeanMethods = false)
class LoginGuardConfig {

    @Bean
    SigningKeys signingKeys(LoginGuardProperties properties) {
        return new SigningKeys(properties.secrets());
    }
}
