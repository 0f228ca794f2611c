package dev.haru.member.profile;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.haru.member.region.Regions;
import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.identity.Revocations;
import dev.haru.platform.security.InternalCall;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.time.Clock;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Receives the outbox messages of auth-service about accounts, in any order and any number of times. */
@Hidden
@RestController
@RequestMapping("/internal/members/{id}")
class DeliveryController {

    private final MemberRepository members;
    private final Regions regions;
    private final Revocations revocations;
    private final Clock clock;

    DeliveryController(MemberRepository members, Regions regions, Revocations revocations, Clock clock) {
        this.members = members;
        this.regions = regions;
        this.revocations = revocations;
        this.clock = clock;
    }

    @InternalCall(client = "auth-service")
    @PutMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void join(@PathVariable UUID id, @Valid @RequestBody JoinForm form) {
        int rows = members.join(
                id, form.nickname(), form.email(), form.regionName(), form.accountVersion(), clock.instant());
        if (rows == 0) {
            regions.idOf("regionName", form.regionName());
        } else {
            revocations.identityChanged(id);
        }
    }

    @InternalCall(client = "auth-service")
    @PutMapping("/identifiers")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void identify(@PathVariable UUID id, @Valid @RequestBody IdentifiersForm form) {
        int rows = members.identify(id, form.nickname(), form.email(), form.accountVersion(), clock.instant());
        if (rows > 0) {
            revocations.identityChanged(id);
        } else if (ReplicaRouting.fromPrimary(() -> !members.existsById(id) && !members.isErased(id))) {
            throw MemberNotFound.withId(id);
        }
    }

    /** Erases all data of a member in this service. May be repeated. */
    @InternalCall(client = "auth-service")
    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void erase(@PathVariable UUID id) {
        members.erase(id, clock.instant());
        revocations.accountEnded(id);
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    record JoinForm(
            @NotEmpty @Size(max = 100) String nickname,
            @Size(max = 254) @Nullable String email,
            @NotBlank @Size(max = 64) String regionName,
            @PositiveOrZero long accountVersion) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record IdentifiersForm(
            @NotEmpty @Size(max = 100) String nickname,
            @Size(max = 254) @Nullable String email,
            @PositiveOrZero long accountVersion) {}
}
