package dev.haru.auth.session;

import dev.haru.auth.account.Credentials;
import dev.haru.auth.device.Devices;
import dev.haru.auth.device.SignInDevice;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.platform.database.Autocommit;
import dev.haru.platform.identity.Revocations;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Opens, lists and ends sessions. */
@Repository
class SessionStore {

    /** Maximum of sessions above the limit that one sign-in ends; only older data has more. */
    private static final int SURPLUS = 16;

    private final JdbcClient jdbc;
    private final JdbcClient autocommit;
    private final JdbcClient readOnly;
    private final OverlapStore overlap;
    private final Revocations revocations;
    private final SessionProperties properties;

    SessionStore(
            JdbcClient jdbc,
            DataSource dataSource,
            OverlapStore overlap,
            Revocations revocations,
            SessionProperties properties) {
        this.jdbc = jdbc;
        this.overlap = overlap;
        this.revocations = revocations;
        this.properties = properties;
        this.autocommit = Autocommit.over(dataSource);
        this.readOnly = Autocommit.reading(dataSource);
    }

    /**
     * Opens a session with its device, its first pair of tokens and its security events, all or nothing, in one round
     * trip. A new device removes the devices beyond the maximum.
     *
     * <p>If the account has more open sessions than the limit, the statement ends the least recently used ones, each
     * with an event. Concurrent sign-ins may leave a few more until the next one.
     *
     * <p>Returns false if the account is erased, or if its hash is no longer the verified one. A call that changes
     * either of them ends all existing sessions. Because of the lock on the account's row, that call waits for this
     * one, or this one for it.
     */
    boolean open(Credentials verified, SignInDevice device, TokenPair pair, Origin origin, Instant now) {
        List<Opened> sessions = autocommit
                .sql("""
                        with verified as (
                            select id, session_epoch, device_epoch from account
                            where id = :account and password_hash = :hash and erased_at is null
                            for share),
                        opened as (
                            insert into session
                                (id, account_id, epoch, device_id, created_at, last_used_at, user_agent, address)
                            select uuidv7(), id, session_epoch, :device, :now, :now, :userAgent, :address from verified
                            returning id),
                        used_device as (
                            insert into device (id, account_id, epoch, created_at, last_used_at, user_agent, address)
                            select :device, id, device_epoch, :now, :now, :userAgent, :address from verified
                            on conflict (id) do update set
                                last_used_at = excluded.last_used_at,
                                user_agent = excluded.user_agent,
                                address = excluded.address),
                        surplus_device as (
                            select id from device where :isNewDevice and id in (
                                select oldest.id from verified cross join lateral (
                                    select id from device where account_id = verified.id
                                    order by epoch desc, last_used_at desc, id desc
                                    offset :otherDevices) oldest)
                            for update skip locked),
                        ended_device as (
                            delete from device using verified where device.id in (select id from surplus_device)
                            returning device.epoch = device_epoch as was_known),
                        access as (
                            insert into access_token (hash, session_id, account_id, expires_at)
                            select :accessHash, id, :account, :accessExpiresAt from opened),
                        refresh as (
                            insert into refresh_token (hash, session_id, generation, expires_at)
                            select :refreshHash, id, 0, :refreshExpiresAt from opened),
                        surplus as (
                            select id from session where id in (
                                select oldest.id from verified cross join lateral (
                                    select id from session
                                    where account_id = verified.id and epoch = session_epoch and ended_at is null
                                    order by last_used_at desc, id desc
                                    offset :kept limit :surplus) oldest)
                            for update skip locked),
                        ended as (
                            update session set ended_at = :now where id in (select id from surplus)
                            returning id),
                        revoked as (
                            update access_token set revoked_at = :now where hash in (
                                select token.hash from ended cross join lateral (
                                    select hash from access_token
                                    where session_id = ended.id and revoked_at is null and expires_at > :now
                                    order by revoked_at desc, expires_at desc
                                    limit :tokens) token)),
                        events as (
                            insert into security_event (account_id, kind, at, session_id, address, user_agent)
                            select :account, kind, :now, id, :address, :userAgent
                            from opened, lateral (
                                select :deviceEnded from ended_device where was_known
                                union all select :deviceAdded where :isNewDevice
                                union all select :signedIn) as happened (kind)
                            union all
                            select :account, :sessionEnded, :now, id, :address, :userAgent from ended)
                        select id, true as is_new from opened union all select id, false from ended
                        """)
                .param("account", verified.accountId())
                .param("hash", verified.passwordHash())
                .param("device", device.id())
                .param("isNewDevice", device.isNew())
                .param("otherDevices", Devices.MAX - 1)
                .param("deviceAdded", Kind.DEVICE_ADDED.code())
                .param("deviceEnded", Kind.DEVICE_ENDED.code())
                .param("now", at(now))
                .param("userAgent", origin.userAgent(), Types.VARCHAR)
                .param("address", origin.address())
                .param("accessHash", pair.access().hash())
                .param("accessExpiresAt", at(pair.accessExpiresAt()))
                .param("refreshHash", pair.refresh().hash())
                .param("refreshExpiresAt", at(pair.refreshExpiresAt()))
                .param("kept", properties.maxPerAccount() - 1)
                .param("surplus", SURPLUS)
                .param("tokens", properties.maxAccessTokens())
                .param("signedIn", Kind.SIGNED_IN.code())
                .param("sessionEnded", Kind.SESSION_ENDED.code())
                .query((row, _) -> new Opened(row.getObject("id", UUID.class), row.getBoolean("is_new")))
                .list();
        sessions.stream().filter(session -> !session.isNew()).map(Opened::id).forEach(revocations::sessionEnded);
        return !sessions.isEmpty();
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
                        row.getTimestamp("created_at").toInstant(),
                        row.getTimestamp("last_used_at").toInstant(),
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
     */
    @Transactional
    void endOthers(UUID accountId, UUID kept, Instant now) {
        long epoch = raiseEpoch(accountId);
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
        overlap.endBelow(accountId, raiseEpoch(accountId), now);
    }

    private long raiseEpoch(UUID accountId) {
        return jdbc.sql("update account set session_epoch = session_epoch + 1 where id = ? returning session_epoch")
                .param(accountId)
                .query(Long.class)
                .single();
    }

    private static OffsetDateTime at(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    private record Opened(UUID id, boolean isNew) {}

    /** An open session, as its owner sees it. */
    record OpenSession(
            UUID id,
            Instant createdAt,
            Instant lastUsedAt,
            @Nullable String userAgent,
            String address) {}
}
