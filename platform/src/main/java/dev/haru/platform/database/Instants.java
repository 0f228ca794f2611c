package dev.haru.platform.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Reads columns and writes parameters of the type {@code timestamptz}. */
public final class Instants {

    private Instants() {}

    /** Returns the instant as a parameter of a statement. */
    public static OffsetDateTime at(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    /** Returns the instant of a column that is not null. */
    public static Instant of(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    /** Returns the instant of the column, or null. */
    public static @Nullable Instant orNull(ResultSet row, String column) throws SQLException {
        OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
        return value == null ? null : value.toInstant();
    }
}
