package dev.haru.bench.naive;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.UUID;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** Calls auth-service in every request, without a cache. */
@FeignClient(name = "auth-service", contextId = "naive-auth-service", url = "${AUTH_URL}")
interface NaiveAuthApi {

    @PostMapping("/internal/tokens/introspect")
    Introspection introspect(@RequestBody Token token);

    record Token(String token) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Introspection(boolean active, UUID sub) {}
}
