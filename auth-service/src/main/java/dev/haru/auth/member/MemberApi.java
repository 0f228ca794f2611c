package dev.haru.auth.member;

import dev.haru.auth.delivery.DataPage;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;

@FeignClient("member-service")
interface MemberApi {

    @PutMapping("/internal/members/{id}")
    void put(@PathVariable("id") UUID id, @RequestBody Profile profile);

    @PutMapping("/internal/members/{id}/identifiers")
    void put(@PathVariable("id") UUID id, @RequestBody Identifiers identifiers);

    @DeleteMapping("/internal/members/{id}")
    void delete(@PathVariable("id") UUID id);

    @GetMapping("/internal/members/{id}/export/profile")
    DataPage readProfile(@PathVariable("id") UUID id);

    record Profile(String nickname, @Nullable String email, String regionName, long accountVersion) {}

    record Identifiers(String nickname, @Nullable String email, long accountVersion) {}
}
