package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.InvalidField;
import dev.haru.platform.problem.InvalidRequest;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An operation of a bulk request. {@link #requireFields} checks which fields the action needs. */
record BulkOperation(
        @NotNull @Size(max = 10) @Pattern(regexp = "^(add|replace|change|delete|restore)$", message = "{field.action}")
        @Schema(
                allowableValues = {ADD, REPLACE, CHANGE, DELETE, RESTORE},
                example = ADD)
        String action,

        @Schema(
                description = "The schedule, for every action but `add`",
                example = "01a20244-e800-7a41-9d2e-5f0b8c6d1e27")
        @Nullable UUID scheduleId,

        @Size(max = 20) @Schema(
                description = "The version that you have read: required for `replace` and `change`, optional for "
                        + "`delete`",
                example = "0")
        @Nullable String version,

        @Schema(description = "For `add` and `replace` a complete schedule, for `change` a merge patch (RFC 7396)")
        @Nullable SchedulePatch schedule) {

    static final String ADD = "add";
    static final String REPLACE = "replace";
    static final String CHANGE = "change";
    static final String DELETE = "delete";
    static final String RESTORE = "restore";

    private enum Need {
        ABSENT,
        OPTIONAL,
        REQUIRED
    }

    /** Throws the 400 problem of the fields that the action lacks or does not take. */
    void requireFields() {
        List<InvalidField> errors = new ArrayList<>();
        switch (action) {
            case ADD -> check(Need.ABSENT, Need.ABSENT, Need.REQUIRED, errors);
            case REPLACE, CHANGE -> check(Need.REQUIRED, Need.REQUIRED, Need.REQUIRED, errors);
            case DELETE -> check(Need.REQUIRED, Need.OPTIONAL, Need.ABSENT, errors);
            default -> check(Need.REQUIRED, Need.ABSENT, Need.ABSENT, errors);
        }
        if (!errors.isEmpty()) {
            throw InvalidRequest.fields(errors);
        }
    }

    /** Returns the schedule of an action that needs one. */
    UUID id() {
        return Objects.requireNonNull(scheduleId);
    }

    /** Returns the content of an action that needs one. */
    SchedulePatch content() {
        return Objects.requireNonNull(schedule);
    }

    /** Returns the version that the client has seen; without one, every version. */
    IfMatch ifMatch() {
        return version == null ? IfMatch.ANY : new IfMatch(false, Set.of(version));
    }

    private void check(Need idNeed, Need versionNeed, Need scheduleNeed, List<InvalidField> errors) {
        check("scheduleId", scheduleId, idNeed, errors);
        check("version", version, versionNeed, errors);
        check("schedule", schedule, scheduleNeed, errors);
    }

    private static void check(String field, @Nullable Object value, Need need, List<InvalidField> errors) {
        if (value == null && need == Need.REQUIRED) {
            errors.add(new InvalidField(field, Message.of("field.required")));
        } else if (value != null && need == Need.ABSENT) {
            errors.add(new InvalidField(field, Message.of("field.absent-for-action")));
        }
    }
}
