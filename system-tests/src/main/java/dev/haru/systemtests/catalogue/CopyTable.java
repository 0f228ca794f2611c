package dev.haru.systemtests.catalogue;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** Writes rows to a table by {@code copy}, in its text format. */
final class CopyTable implements AutoCloseable {

    private static final int FLUSH = 1 << 16;

    private final CopyIn copy;
    private final StringBuilder rows = new StringBuilder(FLUSH * 2);

    /** Writes to a table and columns, such as {@code "schedule.review (template_id, …)"}. */
    CopyTable(Connection connection, String columns) throws SQLException {
        this.copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn("copy " + columns + " from stdin");
    }

    /** Writes a row. The values must not contain characters that need an escape. */
    void row(@Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            rows.append(i == 0 ? "" : "\t").append(values[i] == null ? "\\N" : values[i]);
        }
        rows.append('\n');
        if (rows.length() >= FLUSH) {
            flush();
        }
    }

    /** Ends the copy. Returns the number of rows. */
    long finish() throws SQLException {
        flush();
        return copy.endCopy();
    }

    /** Cancels the copy unless it is finished. */
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
