package dev.haru.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.haru.platform.test.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DatabaseBootstrapTests {

    @Test
    void accessToTheSchemaOfAnotherServiceIsDenied() throws SQLException {
        try (Connection member = connect("member_service");
                Statement statement = member.createStatement()) {
            statement.execute("create table if not exists private_matter (id int)");
        }
        try (Connection auth = connect("auth_service");
                Statement statement = auth.createStatement()) {
            for (String sql : new String[] {
                "select * from member.private_matter",
                "insert into member.private_matter values (1)",
                "create table member.mine (id int)",
                "create table public.mine (id int)",
                "create schema mine"
            }) {
                assertThatThrownBy(() -> statement.execute(sql)).as(sql).hasMessageContaining("permission denied");
            }
        }
    }

    @Test
    void repeatedRunKeepsDataAndSetsThePassword() throws SQLException {
        try (Connection admin = EmbeddedDatabase.admin()) {
            DatabaseBootstrap.run(admin, Map.of("odd'name", "first"));
            DatabaseBootstrap.run(admin, Map.of("odd'name", "pass'word\\"));
        }
        try (Connection service =
                DriverManager.getConnection(EmbeddedDatabase.url(), "odd'name_service", "pass'word\\")) {
            assertThat(service.getSchema()).isEqualTo("odd'name");
        }
    }

    private static Connection connect(String user) throws SQLException {
        return DriverManager.getConnection(EmbeddedDatabase.url(), user, EmbeddedDatabase.SECRET);
    }
}
