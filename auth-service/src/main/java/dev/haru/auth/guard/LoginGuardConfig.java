package dev.haru.auth.guard;

import dev.haru.platform.signing.SigningKeys;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The keys under which challenges and device cookies are signed. */
@Configuration(proxyBeanMethods = false)
class LoginGuardConfig {

    @Bean
    SigningKeys signingKeys(LoginGuardProperties properties) {
        return new SigningKeys(properties.secrets());
    }
}
