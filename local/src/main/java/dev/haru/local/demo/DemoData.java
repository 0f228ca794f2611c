package dev.haru.local.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Loads the seed members {@code seed_0} and on, their schedules and some templates. Scripts write to all three schemas.
 * A repeated run may have another number of schedules.
 */
public final class DemoData {

    /** The number of seed members. */
    public static final int MEMBERS = 200;

    /** The password of all seed members. */
    public static final String PASSWORD = "password12345678";

    private DemoData() {}

    /**
     * Loads the demo data in one transaction. The user must have write access to all schemas. Each member gets
     * {@code schedules} schedules.
     */
    public static void load(Connection admin, int schedules) throws SQLException {
        admin.setAutoCommit(false);
        try (Statement statement = admin.createStatement()) {
            set(admin, "demo.members", Integer.toString(MEMBERS));
            set(admin, "demo.schedules", Integer.toString(schedules));
            // All members share one hash, because 200 hashes would take seconds.
            set(admin, "demo.password_hash", PasswordHash.of(PASSWORD));
            statement.execute(script("demo.sql"));
            statement.execute(script("templates.sql"));
            admin.commit();
            // After a bulk load, the planner still has the statistics of empty tables.
            statement.execute(
                    "analyze auth.account, member.member, schedule.schedule, schedule.member_quota, schedule.template, "
                            + "schedule.review, schedule.adoption, schedule.template_tally_change, "
                            + "schedule.template_ranking");
            admin.commit();
        }
    }

    private static void set(Connection admin, String name, String value) throws SQLException {
        try (PreparedStatement set = admin.prepareStatement("select set_config(?, ?, true)")) {
            set.setString(1, name);
            set.setString(2, value);
            set.execute();
        }
    }

    private static String script(String name) {
        try (InputStream in = DemoData.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
