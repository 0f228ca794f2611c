package dev.haru.schedule.icalendar;

import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.Instants;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Stores the feeds. Each statement is a transaction of its own. */
@Repository
class FeedStore {

    /** Does nothing for a member whose erasure has begun. The lock makes a concurrent erasure wait. */
    private static final String REPLACE = """
            with owner as (
                insert into member_quota as q (member_id, used) values (:memberId, 0)
                on conflict (member_id) do update set used = q.used where q.erased_at is null
                returning member_id)
            insert into calendar_feed (member_id, secret_hash, created_at)
            select member_id, :hash, cast(:now as timestamptz) from owner
            on conflict (member_id) do update set secret_hash = excluded.secret_hash, created_at = excluded.created_at
            """;

    private static final String FIND = """
            select f.member_id, f.created_at, q.change_number
            from calendar_feed f join member_quota q on q.member_id = f.member_id
            """;

    /** A repeated call, and one that arrives after a later one, changes nothing. */
    private static final String CHANGE_ACCOUNT_STATE = """
            insert into member_quota as q (member_id, used, account_disabled, account_state_version)
            values (:memberId, 0, :disabled, :version)
            on conflict (member_id) do update set account_disabled = excluded.account_disabled,
                account_state_version = excluded.account_state_version
            where q.account_state_version < excluded.account_state_version
            """;

    private final JdbcClient jdbc;

    FeedStore(DataSource dataSource) {
        this.jdbc = Autocommit.over(dataSource);
    }

    /** Stores the hash of a new secret in place of the one before. Returns false if the member is being erased. */
    boolean replace(UUID memberId, byte[] hash, Instant now) {
        return jdbc.sql(REPLACE)
                        .param("memberId", memberId)
                        .param("hash", hash)
                        .param("now", now.atOffset(ZoneOffset.UTC))
                        .update()
                == 1;
    }

    Optional<CalendarFeed> findOf(UUID memberId) {
        return jdbc.sql(FIND + "where f.member_id = :memberId and q.erased_at is null")
                .param("memberId", memberId)
                .query((row, _) -> feed(row))
                .optional();
    }

    /** Finds a feed of an account that is neither erased nor disabled. */
    Optional<CalendarFeed> findBySecret(byte[] hash) {
        return jdbc.sql(FIND + "where f.secret_hash = :hash and q.erased_at is null and not q.account_disabled")
                .param("hash", hash)
                .query((row, _) -> feed(row))
                .optional();
    }

    void delete(UUID memberId) {
        jdbc.sql("delete from calendar_feed where member_id = :memberId")
                .param("memberId", memberId)
                .update();
    }

    void delete(UUID memberId, Instant createdUntil) {
        jdbc.sql("delete from calendar_feed where member_id = :memberId and created_at <= :until")
                .param("memberId", memberId)
                .param("until", createdUntil.atOffset(ZoneOffset.UTC))
                .update();
    }

    void changeAccountState(UUID memberId, boolean disabled, long version) {
        jdbc.sql(CHANGE_ACCOUNT_STATE)
                .param("memberId", memberId)
                .param("disabled", disabled)
                .param("version", version)
                .update();
    }

    private static CalendarFeed feed(ResultSet row) throws SQLException {
        return new CalendarFeed(
                row.getObject("member_id", UUID.class), Instants.of(row, "created_at"), row.getLong("change_number"));
    }
}
