package dev.haru.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.MigratedDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;

class DemoDataTests {

    private static MigratedDatabase database;

    @BeforeAll
    static void start() throws IOException, SQLException {
        database = MigratedDatabase.start();
    }

    @AfterAll
    static void stop() throws IOException {
        database.close();
    }

    @BeforeEach
    void migrate() throws IOException, SQLException {
        database.migrate();
    }

    @Test
    void everyMemberHasAProfileAndTheRequestedSchedules() throws SQLException {
        load(5);

        assertThat(database.number("select count(*) from auth.account")).isEqualTo(200);
        assertThat(database.number("select count(*) from member.member m join auth.account a using (id, nickname)"))
                .isEqualTo(200);
        assertThat(database.number("select count(*) from schedule.schedule")).isEqualTo(1000);
        assertThat(membersWithSchedules(5)).isEqualTo(200);
        assertThat(strayQuotas()).isZero();
    }

    @Test
    void passwordHashHasTheFormatOfAuthService() throws SQLException {
        load(0);

        String hash = database.text("select password_hash from auth.account where nickname = 'seed_199'");
        assertThat(hash).startsWith("{argon2id}$argon2id$v=19$m=7168,t=5,p=1$");
        assertThat(new Argon2PasswordEncoder(16, 32, 1, 7168, 5)
                        .matches("password12345678", hash.substring("{argon2id}".length())))
                .isTrue();
    }

    @Test
    void schedulesAreNearTodayAndLastHalfAnHourToTwoHours() throws SQLException {
        load(50);

        assertThat(database.number("""
                select count(*) from schedule.schedule
                where end_at - start_at not between interval '30 minutes' and interval '2 hours'
                   or start_at not between now() - interval '30 days' and now() + interval '30 days'""")).isZero();
        assertThat(database.number("select count(distinct title) from schedule.schedule"))
                .isEqualTo(12);
        assertThat(database.number("select count(*) from schedule.schedule where start_at < now()"))
                .isBetween(3000L, 7000L);
    }

    @Test
    void secondLoadCreatesNoDuplicates() throws SQLException {
        load(5);
        String before = database.text("select string_agg(id::text, ' ' order by id) from schedule.schedule");
        load(5);

        assertThat(database.text("select string_agg(id::text, ' ' order by id) from schedule.schedule"))
                .isEqualTo(before);
        assertThat(database.number("select count(*) from auth.account")).isEqualTo(200);
    }

    @Test
    void firstPageHasEachCategoryAndNoDuplicates() throws SQLException {
        load(0);
        load(0);

        assertThat(database.number("select count(*) from schedule.template where status = 'released'"))
                .isEqualTo(12);
        assertThat(database.number("select count(distinct category_id) from schedule.template_ranking"))
                .isEqualTo(database.number("select count(*) from schedule.category"));
        assertThat(database.number(
                        "select count(*) from schedule.template_ranking where ratings > 0 and adoptions > 0"))
                .isEqualTo(12);
        assertThat(database.number("""
                select count(*) from schedule.review r join schedule.template t on t.id = r.template_id
                where r.member_id = t.owner_id""")).isZero();
    }

    @Test
    void anotherNumberIsAppliedAndOwnSchedulesStay() throws SQLException {
        load(5);
        execute("""
                insert into schedule.schedule (member_id, title, location_id, start_at, end_at, created_at, updated_at)
                select id, 'By hand', 1, now(), now() + interval '1 hour', now(), now()
                from auth.account where nickname = 'seed_7'""");

        load(20);
        assertThat(membersWithSchedules(20)).isEqualTo(199);
        load(3);
        assertThat(membersWithSchedules(3)).isEqualTo(199);

        assertThat(database.number("select count(*) from schedule.schedule where title = 'By hand'"))
                .isEqualTo(1);
        assertThat(strayQuotas()).isZero();
    }

    private static void load(int schedules) throws SQLException {
        try (Connection connection = database.connect()) {
            DemoData.load(connection, schedules);
        }
    }

    private static long membersWithSchedules(int count) throws SQLException {
        return database.number("""
                select count(*) from (select from schedule.schedule group by member_id having count(*) = %d) m""".formatted(count));
    }

    private static long strayQuotas() throws SQLException {
        return database.number("""
                select count(*) from schedule.member_quota quota
                where used <> (select count(*) from schedule.schedule s where s.member_id = quota.member_id)""");
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
