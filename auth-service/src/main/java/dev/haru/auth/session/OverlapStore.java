package dev.haru.auth.session;

import static dev.haru.platform.database.Instants.at;

import java.time.Instant;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Writes the columns that pods of the previous release read. Those pods ignore epochs, and accept a token until it is
 * revoked itself, even if its session has ended. Each call touches a bounded number of rows, and the clean-up finishes
 * the rest. Remove this class once no such pod runs (decision 044).
 */
@Repository
class OverlapStore {

    /**
     * Limits of one call. An account has at most 50 sessions, and a session four access tokens; only older data has
     * more.
     */
    private static final int SESSIONS = 50;

    private static final int TOKENS = 200;

    private final JdbcClient jdbc;

    OverlapStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Revokes the live access tokens of a session that this transaction has ended. This needs a statement of its own.
     * The end of the session may have waited for a refresh, and only a later statement sees that refresh's new token.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    void revoke(UUID sessionId, Instant now) {
        jdbc.sql("""
                        update access_token set revoked_at = :now where hash in (
                            select hash from access_token
                            where session_id = :session and revoked_at is null and expires_at > :now
                            order by revoked_at desc, expires_at desc
                            limit :tokens)
                        """)
                .param("now", at(now))
                .param("session", sessionId)
                .param("tokens", TOKENS)
                .update();
    }

    /** Ends the most recently used sessions below this epoch, up to a limit. Revokes their newest access tokens. */
    @Transactional(propagation = Propagation.MANDATORY)
    void endBelow(UUID accountId, long epoch, Instant now) {
        UUID[] ended = jdbc.sql("""
                        update session set ended_at = :now where id in (
                            select id from session
                            where account_id = :account and epoch < :epoch and ended_at is null
                            order by epoch desc, last_used_at desc
                            limit :sessions)
                        returning id
                        """)
                .param("now", at(now))
                .param("account", accountId)
                .param("epoch", epoch)
                .param("sessions", SESSIONS)
                .query(UUID.class)
                .list()
                .toArray(UUID[]::new);
        if (ended.length == 0) {
            return;
        }
        int revoked = jdbc.sql("""
                        update access_token set revoked_at = :now where hash in (
                            select token.hash from unnest(cast(:ended as uuid[])) as session (id) cross join lateral (
                                select hash from access_token
                                where session_id = session.id and revoked_at is null and expires_at > :now
                                order by revoked_at desc, expires_at desc
                                limit :tokens) token
                            limit :tokens)
                        """)
                .param("now", at(now))
                .param("ended", ended)
                .param("tokens", TOKENS)
                .update();
        if (ended.length == SESSIONS || revoked == TOKENS) {
            jdbc.sql("update account set ending_since = :now where id = :account")
                    .param("now", at(now))
                    .param("account", accountId)
                    .update();
        }
    }
}
