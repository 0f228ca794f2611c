package dev.haru.auth.session;

import dev.haru.auth.account.Credentials;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.platform.database.Autocommit;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The tables of sessions and tokens; one statement a method. */
@Repository
class SessionStore {

    /** No session has this id. */
    private static final UUID NO_SESSION = new UUID(0, 0);

    private final JdbcClient jdbc;
    private final JdbcClient alone;
    private final JdbcClient reading;

    SessionStore(JdbcClient jdbc, DataSource dataSource) {
        this.jdbc = jdbc;
        this.alone = Autocommit.over(dataSource);
        this.reading = Autocommit.reading(dataSource);
    }

    /**
     * Opens a session with its first pair of tokens and its security event, all or nothing, in one round trip. False
     * when the account is erased or has another hash than the one that was verified: who changes either ends all
     * sessions that there are, and waits for this one or is waited for.
     */
    boolean open(Credentials verified, TokenPair pair, Origin origin, Instant now) {
        return alone.sql("""
                        with opened as (
                            insert into session (id, account_id, created_at, last_used_at, user_agent, address)
                            select uuidv7(), id, :now, :now, :userAgent, :address from account
                            where id = :account and password_hash = :hash and erased_at is null
                            for share
                            returning id),
                        access as (
                            insert into access_token (hash, session_id, account_id, expires_at)
                            select :accessHash, id, :account, :accessExpiresAt from opened),
                        refresh as (
                            insert into refresh_token (hash, session_id, expires_at)
                            select :refreshHash, id, :refreshExpiresAt from opened)
                        insert into security_event (account_id, kind, at, session_id, address, user_agent)
                        select :account, :signedIn, :now, id, :address, :userAgent from opened
                        """)
                        .param("account", verified.accountId())
                        .param("hash", verified.passwordHash())
                        .param("now", at(now))
                        .param("userAgent", origin.userAgent())
                        .param("address", origin.address())
                        .param("accessHash", pair.access().hash())
                        .param("accessExpiresAt", at(pair.accessExpiresAt()))
                        .param("refreshHash", pair.refresh().hash())
                        .param("refreshExpiresAt", at(pair.refreshExpiresAt()))
                        .param("signedIn", Kind.SIGNED_IN.code())
                        .update()
                > 0;
    }

    /** Whose access token this is; nothing for one that is unknown, expired or revoked. */
    Optional<SignedIn> introspect(Token access, Instant now) {
        return reading.sql("""
                        select account_id, session_id, expires_at from access_token
                        where hash = :hash and revoked_at is null and expires_at > :now
                        """)
                .param("hash", access.hash())
                .param("now", at(now))
                .query((row, _) -> signedIn(row))
                .optional();
    }

    /** Those of many access tokens that are good, and whose they are. */
    Map<Token, SignedIn> introspect(Set<Token> access, Instant now) {
        Map<ByteBuffer, Token> byHash = HashMap.newHashMap(access.size());
        access.forEach(token -> byHash.put(ByteBuffer.wrap(token.hash()), token));
        Map<Token, SignedIn> owners = HashMap.newHashMap(access.size());
        reading.sql("""
                        select hash, account_id, session_id, expires_at from access_token
                        where hash = any(?) and revoked_at is null and expires_at > ?
                        """)
                .param(byHash.keySet().stream().map(ByteBuffer::array).toArray(byte[][]::new))
                .param(at(now))
                .query(row -> {
                    owners.put(byHash.get(ByteBuffer.wrap(row.getBytes("hash"))), signedIn(row));
                });
        return owners;
    }

    /** The refresh token's state, locked until the transaction ends, so that two refreshes take turns. */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<Refreshable> lock(Token refresh, Instant now) {
        return jdbc.sql("""
                        select token.session_id, session.account_id, token.rotated_at
                        from refresh_token token join session on session.id = token.session_id
                        where token.hash = :hash and token.expires_at > :now and session.ended_at is null
                        for update
                        """)
                .param("hash", refresh.hash())
                .param("now", at(now))
                .query((row, _) -> new Refreshable(
                        row.getObject("session_id", UUID.class),
                        row.getObject("account_id", UUID.class),
                        instant(row.getTimestamp("rotated_at"))))
                .optional();
    }

    /** Puts a new pair in the place of a refresh token; the old access token lives on until it expires. */
    @Transactional(propagation = Propagation.MANDATORY)
    void rotate(Token old, Refreshable session, TokenPair pair, Instant now) {
        jdbc.sql("""
                        with rotated as (
                            update refresh_token set rotated_at = coalesce(rotated_at, :now) where hash = :oldHash),
                        used as (
                            update session set last_used_at = :now where id = :session),
                        access as (
                            insert into access_token (hash, session_id, account_id, expires_at)
                            values (:accessHash, :session, :account, :accessExpiresAt))
                        insert into refresh_token (hash, session_id, expires_at)
                        values (:refreshHash, :session, :refreshExpiresAt)
                        """)
                .param("now", at(now))
                .param("oldHash", old.hash())
                .param("session", session.sessionId())
                .param("account", session.accountId())
                .param("accessHash", pair.access().hash())
                .param("accessExpiresAt", at(pair.accessExpiresAt()))
                .param("refreshHash", pair.refresh().hash())
                .param("refreshExpiresAt", at(pair.refreshExpiresAt()))
                .update();
    }

    /** The sessions of an account that are open and can still be refreshed, the last used first. */
    List<OpenSession> list(UUID accountId, Instant now, int limit) {
        return reading.sql("""
                        select id, created_at, last_used_at, user_agent, address from session
                        where account_id = :account and ended_at is null
                          and exists (
                              select 1 from refresh_token
                              where session_id = session.id and rotated_at is null and expires_at > :now)
                        order by last_used_at desc, id desc
                        limit :limit
                        """)
                .param("account", accountId)
                .param("now", at(now))
                .param("limit", limit)
                .query((row, _) -> new OpenSession(
                        row.getObject("id", UUID.class),
                        row.getTimestamp("created_at").toInstant(),
                        row.getTimestamp("last_used_at").toInstant(),
                        row.getString("user_agent"),
                        row.getString("address")))
                .list();
    }

    /**
     * Ends one session of an account: none of its tokens is good from now on. False when there is no such open one. In
     * two statements: it may have waited for a refresh, whose new token only a statement that begins after that sees.
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
        jdbc.sql("update access_token set revoked_at = :now where session_id = :session and revoked_at is null")
                .param("now", at(now))
                .param("session", sessionId)
                .update();
        return true;
    }

    /** Ends all sessions of an account but this one; in two statements, too. */
    @Transactional
    void endOthers(UUID accountId, UUID kept, Instant now) {
        jdbc.sql("update session set ended_at = :now where account_id = :account and id <> :kept and ended_at is null")
                .param("now", at(now))
                .param("account", accountId)
                .param("kept", kept)
                .update();
        jdbc.sql("""
                        update access_token set revoked_at = :now
                        from session
                        where session.account_id = :account and session.id <> :kept and session.ended_at is not null
                          and session_id = session.id and revoked_at is null
                        """)
                .param("now", at(now))
                .param("account", accountId)
                .param("kept", kept)
                .update();
    }

    /** Ends all sessions of an account. */
    @Transactional
    void endAll(UUID accountId, Instant now) {
        endOthers(accountId, NO_SESSION, now);
    }

    private static SignedIn signedIn(ResultSet row) throws SQLException {
        return new SignedIn(
                row.getObject("account_id", UUID.class),
                row.getObject("session_id", UUID.class),
                row.getTimestamp("expires_at").toInstant());
    }

    private static OffsetDateTime at(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    private static @Nullable Instant instant(@Nullable Timestamp timestamp) {
        return timestamp == null ? null : timestamp.toInstant();
    }

    /** A session that a refresh token may continue, and when that token was used before, if it was. */
    record Refreshable(
            UUID sessionId, UUID accountId, @Nullable Instant rotatedAt) {}

    /** An open session as its owner sees it. */
    record OpenSession(
            UUID id,
            Instant createdAt,
            Instant lastUsedAt,
            @Nullable String userAgent,
            String address) {}
}
