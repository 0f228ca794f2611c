package dev.haru.gateway.block;

import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * The keys of auth-service's login guard.
 *
 * @param secrets the keys of auth-service, at least 32 characters each; all keys verify
 */
@Validated
@ConfigurationProperties("haru.login-guard")
record LoginGuardProperties(@NotEmpty List<@Size(min = 32) String> secrets) {

    @Override
    public String toString() {
        return "LoginGuardProperties[" + secrets.size() + "]";
    }
}
