package dev.haru.member.profile;

import dev.haru.member.auth.Identifiers;
import dev.haru.platform.problem.ReadOnlyFields;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A change of a profile: an absent field stays as it is, and null removes a value. The last fields are read-only: a
 * client may send back a profile as it has read it.
 */
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
                description =
                        "The IANA name of a time zone; null selects the time zone of the region. The time zone that already "
                                + "applies changes nothing.",
                example = "Pacific/Apia")
        PatchedText timeZone,

        @Size(max = 36) @Schema(accessMode = Schema.AccessMode.READ_ONLY, format = "uuid", description = ReadOnlyFields.DESCRIPTION)
        PatchedText memberId,

        @Size(max = 40) @Schema(
                accessMode = Schema.AccessMode.READ_ONLY,
                format = "date-time",
                description = ReadOnlyFields.DESCRIPTION)
        PatchedText createdAt,

        @Size(max = 40) @Schema(
                accessMode = Schema.AccessMode.READ_ONLY,
                format = "date-time",
                description = ReadOnlyFields.DESCRIPTION)
        PatchedText updatedAt) {

    /**
     * Leaves room for nicknames that the normalisation of auth-service makes shorter. auth-service checks the other
     * rules.
     */
    private static final int MAX_NICKNAME_LENGTH = 200;

    /** Throws the 400 problem if a read-only field differs from the profile. */
    void requireReadOnlyFieldsOf(Profile profile) {
        ReadOnlyFields fields = ReadOnlyFields.ofPatched();
        compare(fields, "memberId", memberId, UUID::fromString, profile.memberId());
        compare(fields, "createdAt", createdAt, ProfilePatch::instant, profile.createdAt());
        compare(fields, "updatedAt", updatedAt, ProfilePatch::instant, profile.updatedAt());
        fields.refuseChanges();
    }

    private static <T> void compare(
            ReadOnlyFields fields, String field, PatchedText sent, Function<String, T> parser, T current) {
        if (sent.mentioned()) {
            fields.compare(field, parsed(sent.text(), parser), current);
        }
    }

    /** Returns null for a text of another form, which differs from each current value. */
    private static <T> @Nullable T parsed(@Nullable String text, Function<String, T> parser) {
        try {
            return text == null ? null : parser.apply(text);
        } catch (IllegalArgumentException | DateTimeException malformed) {
            return null;
        }
    }

    private static Instant instant(String text) {
        return OffsetDateTime.parse(text).toInstant();
    }

    Identifiers identifiersFor(Profile profile) {
        return new Identifiers(Objects.requireNonNull(nickname.or(profile.nickname())), email.or(profile.email()));
    }
}
