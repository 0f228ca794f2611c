package dev.haru.platform.security;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The credentials of services and operators.
 *
 * @param name this service's name, sent with each call to an upstream service
 * @param secret this service's secrets, at least 16 characters each; each call sends the first secret. Two secrets
 *     during a rotation let the upstream services accept both
 * @param operator secrets of operators for the actuator endpoints other than health and metrics; empty: these endpoints
 *     are closed
 * @param accept accepted secrets by the name of the client service
 */
@Validated
@ConfigurationProperties("haru.service")
record ServiceCredentialProperties(
        @NotBlank String name,
        @NotEmpty List<@Size(min = 16) String> secret,
        @DefaultValue List<@Size(min = 16) String> operator,
        @DefaultValue Map<String, @NotEmpty List<@Size(min = 16) String>> accept) {

    @Override
    public String toString() {
        return "ServiceCredentialProperties[name=" + name + ", accept=" + accept.keySet() + "]";
    }
}
