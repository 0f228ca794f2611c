package dev.haru.auth.account;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** For member-service, where members change their profile. */
@RestController
class IdentifiersController {

    private final Identification identification;

    IdentifiersController(Identification identification) {
        this.identification = identification;
    }

    @PutMapping("/internal/accounts/{id}/identifiers")
    IdentifiersResponse put(@PathVariable UUID id, @Valid @RequestBody IdentifiersForm form) {
        return new IdentifiersResponse(identification.identify(id, Nickname.of(form.nickname()), form.email()));
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    record IdentifiersForm(
            @NotNull @NicknameForm String nickname,

            @Email(regexp = ".+@.+\\..+") @Size(max = 254) @Nullable String email) {}

    record IdentifiersResponse(long accountVersion) {}
}
