package dev.haru.member.profile;

import dev.haru.member.auth.Identifiers;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.Objects;

/** A change of a profile: an absent field stays as it is, and null removes a value. */
record ProfilePatch(
        @NotNull @Size(min = 1, max = MAX_NICKNAME_LENGTH) @Schema(
                requiredMode = Schema.RequiredMode.NOT_REQUIRED,
                description = "2 to 40 letters, digits, '_', '.' or '-'; the first character is a letter or digit",
                example = "haru_fan")
        PatchedText nickname,

        @Email(regexp = ".+@.+\\..+") @Size(max = 254) @Schema(
                types = {"string", "null"},
                description = "null removes the e-mail address",
                example = "fan@example.org")
        PatchedText email,

        @NotNull @Size(max = 64) @Schema(
                requiredMode = Schema.RequiredMode.NOT_REQUIRED,
                description = "The name of a region",
                example = "Seoul")
        PatchedText regionName,

        @TimeZoneName
        @Size(max = 64) @Schema(
                types = {"string", "null"},
                description = "The IANA name of a time zone; null selects the time zone of the region",
                example = "Pacific/Apia")
        PatchedText timeZone) {

    /**
     * Leaves room for nicknames that the normalisation of auth-service makes shorter. auth-service checks the other
     * rules.
     */
    private static final int MAX_NICKNAME_LENGTH = 200;

    Identifiers identifiersFor(Profile profile) {
        return new Identifiers(Objects.requireNonNull(nickname.or(profile.nickname())), email.or(profile.email()));
    }
}
