package dev.haru.auth.export;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.factor.FactorKind;
import dev.haru.platform.code.OpenEnum;
import dev.haru.platform.security.Scope;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The archive of an account's data, as the API document describes it. This service writes its own sections from these
 * records, and passes the sections of other services on as they are. ExportSystemTests compares both.
 *
 * <p>Longer than 120 lines because the sections stand together.
 */
@Schema(
        name = "Archive",
        description = "All data of an account. Later versions may add properties. Passwords and tokens exist only as "
                + "digests and are not part of it.")
record Archive(
        @Schema(description = "Increases with each change that is not an addition", example = "1")
        int version,

        UUID exportId,
        Instant requestedAt,
        ArchivedAccount account,
        List<ArchivedFormerEmail> formerEmails,
        List<ArchivedFactor> secondFactors,
        ArchivedRecoveryCodes recoveryCodes,
        List<ArchivedToken> personalAccessTokens,
        List<ArchivedSession> sessions,
        List<ArchivedDevice> devices,
        List<ArchivedEvent> securityEvents,
        ArchivedProfile profile,
        List<ArchivedSchedule> schedules,
        List<ArchivedDeletedSchedule> deletedSchedules,
        List<ArchivedTemplate> templates,
        List<ArchivedRating> ratings,
        List<ArchivedAdoption> adoptions) {

    record ArchivedAccount(
            UUID accountId,
            @Schema(example = "haru_fan") String nickname,

            @Schema(description = "The address that the account names", example = "fan@example.org") @Nullable String email,

            @Schema(example = "fan@example.org") @Nullable String verifiedEmail,
            @Nullable Instant emailVerifiedAt,

            @Schema(description = "Whether a sign-in from a new device sends a notice by mail", example = "true")
            boolean newDeviceNotices,

            Instant createdAt) {}

    /**
     * An address that the account had before.
     *
     * @param expiresAt until then, its mailbox can restore it
     */
    record ArchivedFormerEmail(
            @Schema(example = "old.fan@example.org") String email, Instant expiresAt) {}

    /**
     * An authenticator app or a passkey, without its secret or key.
     *
     * @param name the name from the owner; null for an app
     */
    record ArchivedFactor(
            UUID factorId,

            @OpenEnum(value = FactorKind.class, except = "recovery-code") @Schema(example = "passkey")
            String kind,

            @Schema(example = "Laptop") @Nullable String name,
            Instant createdAt,
            @Nullable Instant lastUsedAt) {}

    /**
     * The recovery codes, without the codes.
     *
     * @param remaining the number of unused codes
     * @param createdAt when the owner received the codes; null for none
     */
    record ArchivedRecoveryCodes(
            @Schema(example = "9") int remaining,
            @Nullable Instant createdAt,
            @Nullable Instant lastUsedAt) {}

    /** A personal access token, without its value. */
    record ArchivedToken(
            UUID tokenId,
            @Schema(example = "Backup script") String name,

            @OpenEnum(Scope.class) @Schema(example = "[\"schedules:read\"]")
            List<String> scopes,

            Instant createdAt,
            Instant expiresAt,
            @Nullable Instant lastUsedAt) {}

    record ArchivedSession(
            UUID sessionId,
            Instant createdAt,
            Instant lastUsedAt,
            @Nullable Instant endedAt,
            @Nullable UUID deviceId,
            @Schema(example = "203.0.113.7") String address,
            @Nullable String userAgent) {}

    record ArchivedDevice(
            UUID deviceId,
            Instant createdAt,
            Instant lastUsedAt,
            @Schema(example = "203.0.113.7") String address,
            @Nullable String userAgent) {}

    record ArchivedEvent(
            UUID eventId,

            @OpenEnum(SecurityEvents.Kind.class) @Schema(example = "signed-in")
            String kind,

            Instant at,
            @Nullable UUID sessionId,
            @Schema(example = "203.0.113.7") String address,
            @Nullable String userAgent) {}

    record ArchivedProfile(
            UUID memberId,
            @Schema(example = "haru_fan") String nickname,
            @Schema(example = "fan@example.org") @Nullable String email,
            @Schema(example = "Seoul") String regionName,
            @Schema(example = "Asia/Seoul") String timeZone,
            Instant createdAt,
            Instant updatedAt) {}

    record ArchivedSchedule(
            UUID scheduleId,
            @Schema(example = "Dentist") String title,
            @Schema(example = "1") int locationId,
            @Schema(example = "Home") String location,
            Instant startAt,
            Instant endAt,
            @Schema(example = "Bring the X-ray") @Nullable String note,

            @JsonUnwrapped ArchivedExtension extension,

            Instant createdAt,
            Instant updatedAt) {}

    /** The fields that are null for a schedule with instants and without optional fields. */
    record ArchivedExtension(
            @Schema(
                    description = "null: startAt and endAt are the time, and the schedule does not recur",
                    allowableValues = {"zoned", "floating", "dates", "utc"},
                    example = "zoned")
            @Nullable String timeForm,

            @Schema(description = "The local start of the first occurrence", example = "2026-11-23T09:30:00") @Nullable String localStart,

            @Schema(description = "The local end of the first occurrence", example = "2026-11-23T10:15:00") @Nullable String localEnd,

            @Schema(example = "Asia/Seoul") @Nullable String timeZone,

            @Schema(
                    types = {"object", "null"},
                    description =
                            "The rule (RFC 5545), the additional and excluded starts, and the changed occurrences "
                                    + "as merge patches (RFC 7396)")
            @Nullable Object recurrence,

            @Schema(
                    types = {"object", "null"},
                    description = "The optional fields, such as place, tags and reminders")
            @Nullable Object details,

            @Schema(description = "The UID of an imported iCalendar component") @Nullable String uid) {}

    record ArchivedDeletedSchedule(
            UUID scheduleId,
            @Schema(example = "Dentist") String title,
            @Schema(example = "1") int locationId,
            @Schema(example = "Home") String location,
            Instant startAt,
            Instant endAt,
            @Schema(example = "Bring the X-ray") @Nullable String note,

            @JsonUnwrapped ArchivedExtension extension,

            Instant createdAt,
            Instant deletedAt) {}

    record ArchivedTemplate(
            UUID templateId,

            @Schema(
                    allowableValues = {"draft", "released", "withdrawn"},
                    example = "released")
            String status,

            @Schema(example = "study") String category,
            @Schema(example = "Study plan") String title,
            String description,
            int durationMinutes,
            @Schema(example = "1") int locationId,
            @Schema(example = "Home") String location,
            @Nullable String imageUrl,
            List<ArchivedItem> items,
            Instant createdAt,
            Instant updatedAt,
            @Nullable Instant releasedAt) {}

    record ArchivedItem(
            String title,
            int startsAfterMinutes,
            int durationMinutes,
            @Schema(example = "1") int locationId,
            @Nullable String note,

            @Schema(example = "FREQ=WEEKLY;COUNT=4") @Nullable String recurrenceRule) {}

    record ArchivedRating(
            UUID templateId, @Schema(example = "5") int rating, Instant ratedAt) {}

    record ArchivedAdoption(
            UUID templateId, @Schema(example = "2") int times, Instant firstAdoptedAt, Instant lastAdoptedAt) {}
}
