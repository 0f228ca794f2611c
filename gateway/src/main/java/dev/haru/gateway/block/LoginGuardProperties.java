package dev.haru.gateway.block;

import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * What the gateway shares with auth-service's login guard.
 *
 * @param secrets the same as auth-service's, at least 32 characters each, all of which verify
 */
@Validated
@ConfigurationProperties("haru.login-guard")
record LoginGuardProperties(@NotEmpty List<@Size(min = 32) String> secrets) {

    @Override
    public String toString() {
        return "LoginGuardProperties[" + secrets.size() + "]";
    }
}
