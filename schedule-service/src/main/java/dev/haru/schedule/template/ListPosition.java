package dev.haru.schedule.template;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.paging.Cursor;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A position in a list: just after the template with this key and id. A page starts after a position, not after a
 * number of rows. Templates that others add or remove between two pages therefore neither repeat nor hide another
 * template. A template whose rank changes between two pages may be on both pages or on neither.
 *
 * @param key the sort key, by order: the bits of a score, a count, or microseconds since 1970
 */
record ListPosition(long key, UUID id) {

    /** Returns the position of a row with the columns {@code key} and {@code id}. */
    static ListPosition of(TemplateOrder order, ResultSet row) throws SQLException {
        long key = switch (order) {
            case BEST_RATED -> Double.doubleToLongBits(row.getDouble("key"));
            case MOST_ADOPTED -> row.getInt("key");
            case NEWEST, RECENTLY_UPDATED ->
                ChronoUnit.MICROS.between(
                        Instant.EPOCH,
                        row.getObject("key", OffsetDateTime.class).toInstant());
        };
        return new ListPosition(key, row.getObject("id", UUID.class));
    }

    /** Returns the key as a parameter of the SQL statement. */
    Object parameter(TemplateOrder order) {
        return switch (order) {
            case BEST_RATED -> Double.longBitsToDouble(key);
            case MOST_ADOPTED -> key;
            case NEWEST, RECENTLY_UPDATED ->
                Instant.EPOCH.plus(key, ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
        };
    }

    /** Encodes the position as an opaque cursor, which is valid for this list only. */
    String toCursor(TemplateOrder order, @Nullable String category) {
        return new Cursor(key, id).toText(list(order, category));
    }

    /** Decodes a cursor of this list. */
    static ListPosition ofCursor(String cursor, TemplateOrder order, @Nullable String category) {
        return Cursor.parse(cursor, list(order, category))
                .map(place -> new ListPosition(place.key(), place.id()))
                .filter(position -> position.isStorable(order))
                .orElseThrow(ListPosition::unknown);
    }

    /** Whether PostgreSQL can store the key. A forged cursor may contain any value. */
    private boolean isStorable(TemplateOrder order) {
        return switch (order) {
            case BEST_RATED -> Double.isFinite(Double.longBitsToDouble(key));
            case MOST_ADOPTED -> key == (int) key;
            case NEWEST, RECENTLY_UPDATED -> isYearOfFourDigits(key);
        };
    }

    private static boolean isYearOfFourDigits(long micros) {
        try {
            int year = Instant.EPOCH
                    .plus(micros, ChronoUnit.MICROS)
                    .atOffset(ZoneOffset.UTC)
                    .getYear();
            return year >= 0 && year <= 9999;
        } catch (DateTimeException | ArithmeticException outOfRange) {
            return false;
        }
    }

    private static InvalidRequest unknown() {
        return InvalidRequest.field("cursor", Message.of("field.cursor.list"));
    }

    private static byte[] list(TemplateOrder order, @Nullable String category) {
        return (order.code() + " " + (category == null ? "" : category)).getBytes(StandardCharsets.UTF_8);
    }
}
