package dev.haru.platform.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * Creates a user and a schema for each service in one database. An administrator runs it before the services start. A
 * repeated run is safe and sets the passwords again.
 */
public final class DatabaseBootstrap {

    private DatabaseBootstrap() {}

    /**
     * Creates the role {@code <schema>_service} and its schema for each entry.
     *
     * @param admin a connection to the services' database, as a user with the right to create roles
     * @param passwordBySchema the password of each schema's service
     */
    public static void run(Connection admin, Map<String, String> passwordBySchema) throws SQLException {
        try (Statement statement = admin.createStatement()) {
            statement.execute("revoke all on schema public from public");
            statement.execute(quoted(admin, "revoke all on database %I from public", admin.getCatalog()));
            for (Map.Entry<String, String> entry : passwordBySchema.entrySet()) {
                String schema = entry.getKey();
                String role = schema + "_service";
                if (!exists(admin, role)) {
                    statement.execute(quoted(admin, "create role %I login", role));
                }
                statement.execute(quoted(admin, "alter role %I password %L", role, entry.getValue()));
                statement.execute(quoted(admin, "alter role %I set search_path = %I", role, schema));
                statement.execute(
                        quoted(admin, "grant connect, temporary on database %I to %I", admin.getCatalog(), role));
                statement.execute(quoted(admin, "create schema if not exists %I authorization %I", schema, role));
            }
        }
    }

    private static boolean exists(Connection admin, String role) throws SQLException {
        try (PreparedStatement query = admin.prepareStatement("select 1 from pg_roles where rolname = ?")) {
            query.setString(1, role);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        }
    }

    /** DDL takes no parameters, so PostgreSQL itself quotes the names and the password. */
    private static String quoted(Connection admin, String template, String... arguments) throws SQLException {
        try (PreparedStatement format = admin.prepareStatement("select format(?, variadic ?)")) {
            format.setString(1, template);
            format.setArray(2, admin.createArrayOf("text", arguments));
            try (ResultSet row = format.executeQuery()) {
                row.next();
                return row.getString(1);
            }
        }
    }
}
