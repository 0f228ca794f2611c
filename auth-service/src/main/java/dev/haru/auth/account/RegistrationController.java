package dev.haru.auth.account;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.haru.auth.event.Origin;
import dev.haru.auth.mail.MailDomain;
import dev.haru.auth.password.AcceptablePassword;
import dev.haru.auth.password.Passwords;
import dev.haru.platform.challenge.ChallengeSolutions;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoint that registers an account.
 *
 * <p>Longer than 120 lines because the request and response records stand beside their endpoint.
 */
@Tag(name = "Accounts", description = "Registration, security events and erasure")
@RestController
class RegistrationController {

    private final Registration registration;
    private final RegistrationBudget budget;
    private final Passwords passwords;

    RegistrationController(Registration registration, RegistrationBudget budget, Passwords passwords) {
        this.registration = registration;
        this.budget = budget;
        this.passwords = passwords;
    }

    @Operation(
            operationId = "register",
            summary = "Register",
            description = "Creates an account and its profile. Two nicknames are equal if they differ only in case or "
                    + "in compatibility characters. An e-mail address receives a mail that verifies it.")
    @ApiResponse(responseCode = "201", description = "Registered")
    @ApiResponse(
            responseCode = "409",
            description = "`nickname-taken`, `email-taken`: another account has the nickname or has verified the "
                    + "e-mail address")
    @ApiResponse(
            responseCode = "428",
            description = "`challenge-required`: this address sent many registrations. Solve a challenge and send the "
                    + "solution.")
    @ApiResponse(
            responseCode = "503",
            description = "`hashing-saturated`, `service-unavailable`: try again after `Retry-After` seconds")
    @PostMapping("/v1/auth/user/register")
    Callable<ResponseEntity<RegistrationResponse>> register(
            @Valid @RequestBody RegistrationForm form,
            @Parameter(description = "The solution of a challenge, after status 428")
                    @RequestHeader(name = ChallengeSolutions.HEADER, required = false)
                    @Size(max = ChallengeSolutions.LONGEST) @Nullable String solution,
            HttpServletRequest request,
            Locale locale) {
        String language = locale.getLanguage();
        Origin origin = Origin.of(request);
        String offered = solution == null ? form.challenge() : solution;
        budget.rejectIfRecentlyChallenged(origin.address(), offered);
        passwords.requireRoom(origin.client());
        // Asynchronous: while the request waits for a core to hash on, it holds no server thread.
        return () -> {
            budget.take(origin.address(), offered);
            Nickname nickname = Nickname.of(form.nickname());
            RegionChoice region = form.region();
            UUID id = registration.register(nickname, form.email(), form.password(), region, origin, language);
            return ResponseEntity.created(URI.create("/v1/members/me"))
                    .body(new RegistrationResponse(id, nickname.text(), region.name()));
        };
    }

    @OneRegion
    record RegistrationForm(
            @NotNull @NicknameForm @Schema(example = "haru_fan", minLength = 2, maxLength = 40)
            String nickname,

            @NotNull @AcceptablePassword @Schema(example = "correct horse battery", minLength = 8, maxLength = 128)
            String password,

            // The document requires it, because new clients send this name.
            @Size(max = 64) @JsonInclude(JsonInclude.Include.NON_NULL)
            @Schema(
                    requiredMode = Schema.RequiredMode.REQUIRED,
                    description =
                            "The name of a region from GET /v1/regions. Older clients may send it as `region_name`.",
                    example = "Seoul")
            @Nullable String regionName,

            // Not in the document: generators of Java code give both fields the same name.
            @Size(max = 64) @JsonProperty("region_name") @Schema(hidden = true) @Nullable String snakeCaseRegionName,

            @Email(regexp = ".+@.+\\..+") @MailDomain @Size(max = 254) @Schema(example = "fan@example.org") @Nullable String email,

            @Size(max = ChallengeSolutions.LONGEST) @Schema(description = "The solution of a challenge, unless the header `Challenge-Solution` carries it")
            @Nullable String challenge) {

        /** Returns the region of a valid form. */
        RegionChoice region() {
            return regionName == null
                    ? new RegionChoice("region_name", Objects.requireNonNull(snakeCaseRegionName))
                    : new RegionChoice("regionName", regionName);
        }

        @Override
        public String toString() {
            return "RegistrationForm[nickname=" + nickname + "]";
        }
    }

    /**
     * The region of a registration.
     *
     * @param field the field of the request that names it
     */
    record RegionChoice(String field, String name) {}

    record RegistrationResponse(UUID memberId, String nickname, String regionName) {}
}
