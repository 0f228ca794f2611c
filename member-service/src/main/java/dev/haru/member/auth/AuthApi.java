package dev.haru.member.auth;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;

@FeignClient("auth-service")
interface AuthApi {

    @PostMapping("/internal/tokens/introspect")
    Introspection introspect(@RequestBody Token token);

    @PutMapping("/internal/accounts/{id}/identifiers")
    Identified identify(@PathVariable("id") UUID id, @RequestBody Identifiers identifiers);

    record Token(String token) {

        @Override
        public String toString() {
            return "Token[…]";
        }
    }

    /** The names are those of RFC 7662: {@code sub} is the member, {@code exp} is in seconds since the epoch. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Introspection(
            boolean active, @Nullable UUID sub, @Nullable Long exp) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Identified(long accountVersion) {}
}
