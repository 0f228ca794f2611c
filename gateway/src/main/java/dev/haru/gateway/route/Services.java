package dev.haru.gateway.route;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The upstream services of the gateway.
 *
 * @param services the services, in the order of the API page
 */
@Validated
@ConfigurationProperties("haru.gateway")
public record Services(@NotEmpty List<@Valid Service> services) {

    /**
     * One service.
     *
     * @param id the name, which is also the route's name in traces and metrics
     * @param url the base URL
     * @param paths path patterns of the service
     * @param responseTimeout how long the service may take to begin a response, and pause within it
     */
    public record Service(
            @NotBlank String id,
            URI url,
            @NotEmpty List<String> paths,
            @DefaultValue("8s") Duration responseTimeout) {}
}
