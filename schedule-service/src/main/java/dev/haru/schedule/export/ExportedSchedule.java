package dev.haru.schedule.export;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.haru.platform.database.Instants;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A schedule as it is stored. The fields after the note are null for a schedule with instants and without optional
 * fields. A deleted schedule has no time of its last update, and no other schedule has a time of deletion.
 */
record ExportedSchedule(
        UUID scheduleId,
        String title,
        int locationId,
        String location,
        Instant startAt,
        Instant endAt,
        @Nullable String note,
        @Nullable String timeForm,
        @Nullable LocalDateTime localStart,
        @Nullable LocalDateTime localEnd,
        @Nullable String timeZone,
        @Nullable JsonNode recurrence,
        @Nullable JsonNode details,
        @Nullable String uid,
        Instant createdAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant updatedAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant deletedAt) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static ExportedSchedule of(ResultSet row) throws SQLException {
        return new ExportedSchedule(
                row.getObject("id", UUID.class),
                row.getString("title"),
                row.getInt("location_id"),
                row.getString("location"),
                Instants.of(row, "start_at"),
                Instants.of(row, "end_at"),
                row.getString("note"),
                row.getString("time_form"),
                row.getObject("local_start", LocalDateTime.class),
                row.getObject("local_end", LocalDateTime.class),
                row.getString("time_zone"),
                json(row, "recurrence"),
                json(row, "details"),
                row.getString("uid"),
                Instants.of(row, "created_at"),
                Instants.orNull(row, "updated_at"),
                Instants.orNull(row, "deleted_at"));
    }

    private static @Nullable JsonNode json(ResultSet row, String column) throws SQLException {
        String value = row.getString(column);
        return value == null ? null : JSON.readTree(value);
    }
}
