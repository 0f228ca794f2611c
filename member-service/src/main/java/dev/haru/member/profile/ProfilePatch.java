package dev.haru.member.profile;

import dev.haru.member.auth.Identifiers;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.Objects;

/** What a member wants to change: an absent field stays, a field that is null is removed. */
record ProfilePatch(
        @NotNull @Size(min = 1, max = LONGEST_NICKNAME) @Schema(
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

    /** Room for forms that auth-service's normalisation makes shorter; auth-service judges the rest. */
    private static final int LONGEST_NICKNAME = 200;

    Identifiers identifiersFor(Profile profile) {
        return new Identifiers(Objects.requireNonNull(nickname.or(profile.nickname())), email.or(profile.email()));
    }
}
