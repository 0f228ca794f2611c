package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.local.HaruSystem;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The database user of one service has no access to the schema of another service. */
@SystemTest
class IsolationSystemTests {

    private static final String PERMISSION_DENIED = "42501";

    private final HaruSystem system;

    IsolationSystemTests(HaruSystem system) {
        this.system = system;
    }

    @ParameterizedTest
    @CsvSource({
        "auth, member.member",
        "auth, schedule.schedule",
        "member, auth.account",
        "member, schedule.schedule",
        "schedule, auth.account",
        "schedule, member.member"
    })
    void databaseUserCannotReadAnotherSchema(String user, String table) throws SQLException {
        try (Connection connection = system.connectAs(user);
                Statement statement = connection.createStatement()) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> statement.execute("select 1 from " + table))
                    .satisfies(denied -> assertThat(denied.getSQLState()).isEqualTo(PERMISSION_DENIED));
        }
    }

    @Test
    void databaseUserReadsItsOwnSchema() throws SQLException {
        try (Connection connection = system.connectAs("member");
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("select 1 from member.member")).isTrue();
        }
    }
}
