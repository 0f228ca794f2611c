package dev.haru.bench.naive;

import java.util.UUID;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** Asks auth-service with every request. */
@FeignClient(name = "auth-service", contextId = "naive-auth-service")
interface NaiveAuthApi {

    @PostMapping("/internal/tokens/introspect")
    Introspection introspect(@RequestBody Token token);

    record Token(String token) {}

    record Introspection(boolean active, UUID sub) {}
}
