package dev.haru.platform.caller;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How this service and its neighbours know each other.
 *
 * @param name this service's name, sent with every call to a neighbour
 * @param secret this service's secrets, at least 16 characters each, of which the first is sent with every call to a
 *     neighbour; two while they are being rotated, so that one list serves this service and those that accept it
 * @param operator secrets of operators, for actuator's endpoints beyond health and metrics; without any these are
 *     closed
 * @param accept by the name of a calling service, the secrets that it may use
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
