package dev.haru.auth.session;

import dev.haru.platform.database.Instants;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The statements of a refresh.
 *
 * <p>Longer than 120 lines because it keeps the statements of a refresh together.
 */
@Repository
class RefreshStore {

    /** Maximum of access tokens above the limit that one refresh revokes; only older data has more. */
    private static final int SURPLUS = 16;

    private final JdbcClient jdbc;
    private final SessionProperties properties;

    RefreshStore(JdbcClient jdbc, SessionProperties properties) {
        this.jdbc = jdbc;
        this.properties = properties;
    }

    /**
     * The state of a refresh token and its session. Both rows are locked until the transaction ends, so refreshes of a
     * session run one after another.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<RefreshTokenState> lock(Token refresh, Instant now) {
        // After a wait for a lock, PostgreSQL reads only the locked rows again. The account's epoch may therefore be
        // older than the session's.
        return jdbc.sql("""
                        select session.id, session.account_id, session.created_at,
                               token.generation, token.rotated_at,
                               session.generation as current_generation, session.retired_at,
                               session.siblings
                        from refresh_token token
                          join session on session.id = token.session_id
                          join account on account.id = session.account_id
                        where token.hash = :hash and token.expires_at > :now
                          and session.ended_at is null and session.created_at > :oldest
                          and session.epoch >= account.session_epoch and account.erased_at is null
                        for update of token, session
                        """)
                .param("hash", refresh.hash())
                .param("now", at(now))
                .param("oldest", at(now.minus(properties.lifetime())))
                .query((row, _) -> locked(row))
                .optional()
                .map(locked -> new RefreshTokenState(
                        locked.sessionId(), locked.accountId(), locked.openedAt(), retiredAt(locked), locked.chain()));
    }

    /** When the token was retired, null if it is current. The first use of one of its tokens retires a generation. */
    private @Nullable Instant retiredAt(Locked token) {
        int age = token.chain().generation() - token.generation();
        Instant own = token.rotatedAt();
        if (age == 0) {
            return own; // set by a pod of the previous release, which begins no generation
        }
        Instant generation = age == 1 ? token.chain().retiredAt() : firstUse(token.sessionId(), token.generation());
        if (generation == null) {
            return own == null ? Instant.EPOCH : own;
        }
        return own == null || generation.isBefore(own) ? generation : own;
    }

    private @Nullable Instant firstUse(UUID sessionId, int generation) {
        return jdbc.sql(
                        "select min(rotated_at) as first_use from refresh_token where session_id = ? and generation = ?")
                .params(sessionId, generation)
                .query((row, _) -> Optional.ofNullable(Instants.orNull(row, "first_use")))
                .single()
                .orElse(null);
    }

    /**
     * Issues a new pair for a refresh token. The newest live access tokens of the session stay valid, up to the limit.
     * The same statement revokes the others.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    void issue(Token used, RefreshTokenState session, TokenPair pair, Instant now) {
        RefreshTokenChain next = session.next(now);
        jdbc.sql("""
                        with rotated as (
                            update refresh_token set rotated_at = coalesce(rotated_at, :now) where hash = :usedHash),
                        continued as (
                            update session
                            set last_used_at = :now, generation = :generation, retired_at = :retiredAt, siblings = :siblings
                            where id = :session),
                        surplus as (
                            update access_token set revoked_at = :now where hash in (
                                select hash from access_token
                                where session_id = :session and revoked_at is null and expires_at > :now
                                order by revoked_at desc, expires_at desc
                                offset :kept limit :surplus)),
                        access as (
                            insert into access_token (hash, session_id, account_id, expires_at)
                            values (:accessHash, :session, :account, :accessExpiresAt))
                        insert into refresh_token (hash, session_id, generation, expires_at)
                        values (:refreshHash, :session, :generation, :refreshExpiresAt)
                        """)
                .param("now", at(now))
                .param("usedHash", used.hash())
                .param("session", session.sessionId())
                .param("account", session.accountId())
                .param("generation", next.generation())
                .param("retiredAt", at(next.retiredAt()))
                .param("siblings", next.siblings())
                .param("kept", properties.maxAccessTokens() - 1)
                .param("surplus", SURPLUS)
                .param("accessHash", pair.access().hash())
                .param("accessExpiresAt", at(pair.accessExpiresAt()))
                .param("refreshHash", pair.refresh().hash())
                .param("refreshExpiresAt", at(pair.refreshExpiresAt()))
                .update();
    }

    private static Locked locked(ResultSet row) throws SQLException {
        return new Locked(
                row.getObject("id", UUID.class),
                row.getObject("account_id", UUID.class),
                Instants.of(row, "created_at"),
                row.getInt("generation"),
                Instants.orNull(row, "rotated_at"),
                new RefreshTokenChain(
                        row.getInt("current_generation"), Instants.orNull(row, "retired_at"), row.getInt("siblings")));
    }

    private static @Nullable OffsetDateTime at(@Nullable Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }

    /** The rows of a refresh token and of its session. {@code rotatedAt} is the first use of this token. */
    private record Locked(
            UUID sessionId,
            UUID accountId,
            Instant openedAt,
            int generation,
            @Nullable Instant rotatedAt,
            RefreshTokenChain chain) {}
}
