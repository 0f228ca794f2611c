package dev.haru.schedule.template;

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
 * A place in a list, just after the template with this key and id. A page starts after a position and not after a
 * number of rows, so that templates which come and go meanwhile neither repeat nor hide another. One whose rank changes
 * between two pages may be on both, or on neither.
 *
 * @param key a score's bits, a count, or microseconds since 1970, as the order has it
 */
record ListPosition(long key, UUID id) {

    /** Where the row is; it has {@code key} and {@code id}. */
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

    /** The key as a parameter of the statement. */
    Object parameter(TemplateOrder order) {
        return switch (order) {
            case BEST_RATED -> Double.longBitsToDouble(key);
            case MOST_ADOPTED -> key;
            case NEWEST, RECENTLY_UPDATED ->
                Instant.EPOCH.plus(key, ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
        };
    }

    /** The position as an opaque cursor that continues this list and no other. */
    String toCursor(TemplateOrder order, @Nullable String category) {
        return new Cursor(key, id).toText(list(order, category));
    }

    /** Reads a cursor of this list. */
    static ListPosition ofCursor(String cursor, TemplateOrder order, @Nullable String category) {
        return Cursor.parse(cursor, list(order, category))
                .map(place -> new ListPosition(place.key(), place.id()))
                .filter(position -> position.isPossible(order))
                .orElseThrow(ListPosition::unknown);
    }

    /** Whether PostgreSQL can hold the key; a forged one may be anything. */
    private boolean isPossible(TemplateOrder order) {
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
        return InvalidRequest.field("cursor", "must be the nextCursor of a page with the same category and order");
    }

    private static byte[] list(TemplateOrder order, @Nullable String category) {
        return (order.code() + " " + (category == null ? "" : category)).getBytes(StandardCharsets.UTF_8);
    }
}
