package dev.haru.local.catalogue;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** Rows on their way into a table by {@code copy}, in its text format. */
final class CopyTable implements AutoCloseable {

    private static final int FLUSH = 1 << 16;

    private final CopyIn copy;
    private final StringBuilder rows = new StringBuilder(FLUSH * 2);

    /** Into this table and columns, {@code "schedule.review (template_id, …)"}. */
    CopyTable(Connection connection, String columns) throws SQLException {
        this.copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn("copy " + columns + " from stdin");
    }

    /** None of the values may need an escape. */
    void row(@Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            rows.append(i == 0 ? "" : "\t").append(values[i] == null ? "\\N" : values[i]);
        }
        rows.append('\n');
        if (rows.length() >= FLUSH) {
            flush();
        }
    }

    /** How many rows there were. */
    long finish() throws SQLException {
        flush();
        return copy.endCopy();
    }

    /** Breaks it off when it is not finished. */
    @Override
    public void close() throws SQLException {
        if (copy.isActive()) {
            copy.cancelCopy();
        }
    }

    private void flush() throws SQLException {
        byte[] bytes = rows.toString().getBytes(UTF_8);
        copy.writeToCopy(bytes, 0, bytes.length);
        rows.setLength(0);
    }
}
