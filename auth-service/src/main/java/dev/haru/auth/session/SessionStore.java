package dev.haru.auth.session;

import static dev.haru.platform.database.Instants.at;

import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.Instants;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Lists and ends sessions. {@link SignInStore} opens them. */
@Repository
class SessionStore {

    private final JdbcClient jdbc;
    private final JdbcClient readOnly;
    private final OverlapStore overlap;
    private final SessionProperties properties;

    SessionStore(JdbcClient jdbc, DataSource dataSource, OverlapStore overlap, SessionProperties properties) {
        this.jdbc = jdbc;
        this.overlap = overlap;
        this.properties = properties;
        this.readOnly = Autocommit.reading(dataSource);
    }

    /**
     * The sessions of an account after a position that are open and can still be refreshed, the most recently used
     * first.
     */
    List<OpenSession> list(UUID accountId, SessionPosition after, Instant now, int limit) {
        return readOnly.sql("""
                        select session.id, session.created_at, last_used_at, user_agent, address
                        from account join session on session.account_id = account.id and epoch = session_epoch
                        where account.id = :account and ended_at is null
                          and (last_used_at, session.id) < (:lastUsedAt, :id) and session.created_at > :oldest
                          and exists (
                              select 1 from refresh_token
                              where session_id = session.id and generation = session.generation
                                and rotated_at is null and expires_at > :now)
                        order by last_used_at desc, session.id desc
                        limit :limit
                        """)
                .param("account", accountId)
                .param("lastUsedAt", at(after.lastUsedAt()))
                .param("id", after.id())
                .param("oldest", at(now.minus(properties.lifetime())))
                .param("now", at(now))
                .param("limit", limit)
                .query((row, _) -> new OpenSession(
                        row.getObject("id", UUID.class),
                        Instants.of(row, "created_at"),
                        Instants.of(row, "last_used_at"),
                        row.getString("user_agent"),
                        row.getString("address")))
                .list();
    }

    /**
     * Ends one session of an account by an update of its row, which invalidates all its tokens. Returns false if the
     * account has no such open session.
     */
    @Transactional
    boolean end(UUID accountId, UUID sessionId, Instant now) {
        int ended = jdbc.sql("""
                        update session set ended_at = :now
                        where id = :session and account_id = :account and ended_at is null
                        """)
                .param("now", at(now))
                .param("account", accountId)
                .param("session", sessionId)
                .update();
        if (ended == 0) {
            return false;
        }
        overlap.revoke(sessionId, now);
        return true;
    }

    /**
     * Ends all sessions of an account except one, by an update of the account's row. A second statement keeps that one
     * session. It sees the changes that a concurrent call has committed since, so a session that has ended stays ended.
     * If the account has been erased and removed during the request, no session is left to end.
     */
    @Transactional
    void endOthers(UUID accountId, UUID kept, Instant now) {
        raiseEpoch(accountId).ifPresent(epoch -> endOthers(accountId, kept, epoch, now));
    }

    private void endOthers(UUID accountId, UUID kept, long epoch, Instant now) {
        jdbc.sql("""
                        update session set epoch = :epoch
                        where id = :kept and account_id = :account and ended_at is null and epoch = :epoch - 1
                        """)
                .param("account", accountId)
                .param("kept", kept)
                .param("epoch", epoch)
                .update();
        overlap.endBelow(accountId, epoch, now);
    }

    /** Ends all sessions of an account, by an update of the account's row. */
    @Transactional
    void endAll(UUID accountId, Instant now) {
        raiseEpoch(accountId).ifPresent(epoch -> overlap.endBelow(accountId, epoch, now));
    }

    private Optional<Long> raiseEpoch(UUID accountId) {
        return jdbc.sql("update account set session_epoch = session_epoch + 1 where id = ? returning session_epoch")
                .param(accountId)
                .query(Long.class)
                .optional();
    }
}
