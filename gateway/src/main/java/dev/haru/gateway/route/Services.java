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
 * The services behind the gateway.
 *
 * @param services in the order of the API page
 */
@Validated
@ConfigurationProperties("haru.gateway")
public record Services(@NotEmpty List<@Valid Service> services) {

    /**
     * One service.
     *
     * @param id its name, which is the route's in traces and metrics
     * @param url where it listens
     * @param paths path patterns that are its own
     * @param responseTimeout how long it may take to begin its answer, and pause within it
     */
    public record Service(
            @NotBlank String id,
            URI url,
            @NotEmpty List<String> paths,
            @DefaultValue("8s") Duration responseTimeout) {}
}
