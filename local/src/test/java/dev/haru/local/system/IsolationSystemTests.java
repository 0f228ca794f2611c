package dev.haru.local.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.local.HaruSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What one service may not see of another, and nobody of a secret. */
@SystemTest
class IsolationSystemTests {

    private static final String PERMISSION_DENIED = "42501";

    private final HaruSystem system;
    private final Client visitor;

    IsolationSystemTests(HaruSystem system, Client visitor) {
        this.system = system;
        this.visitor = visitor;
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

    @Test
    void logsHoldNeitherTokensNorPasswords() throws IOException {
        Client member = visitor.signedUp();
        member.get("/v1/schedules");
        visitor.login("seed_3", "password00000000");
        visitor.post("/v1/auth/user/login", "{\"password\":\"password12345678\",\"nickname\":");

        for (Path log : logs()) {
            assertThat(Files.readString(log))
                    .as(log.toString())
                    .doesNotContain("hru_", "hrr_", Client.PASSWORD, "password00000000");
        }
    }

    private static List<Path> logs() throws IOException {
        try (Stream<Path> files =
                Files.list(SharedSystem.DIRECTORY.log("gateway").getParent())) {
            return files.filter(file -> file.toString().endsWith(".log")).toList();
        }
    }
}
