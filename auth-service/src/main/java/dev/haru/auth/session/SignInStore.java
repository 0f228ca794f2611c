package dev.haru.auth.session;

import static dev.haru.platform.database.Instants.at;

import dev.haru.auth.account.Credentials;
import dev.haru.auth.device.Devices;
import dev.haru.auth.device.SignInDevice;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.platform.database.Autocommit;
import dev.haru.platform.identity.Revocations;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Writes all rows of a sign-in.
 *
 * <p>Longer than 120 lines because one statement writes all rows.
 */
@Repository
class SignInStore {

    /** Maximum of sessions above the limit that one sign-in ends; only older data has more. */
    private static final int SURPLUS = 16;

    private final JdbcClient autocommit;
    private final JdbcClient jdbc;
    private final Revocations revocations;
    private final SessionProperties properties;

    SignInStore(DataSource dataSource, JdbcClient jdbc, Revocations revocations, SessionProperties properties) {
        this.autocommit = Autocommit.over(dataSource);
        this.jdbc = jdbc;
        this.revocations = revocations;
        this.properties = properties;
    }

    /**
     * Opens a session, in the current transaction if there is one. One statement inserts the session, its device, its
     * first pair of tokens and its security events. If the device is new, the statement also deletes the devices beyond
     * the maximum. A known device that has ended during the sign-in stays ended.
     *
     * <p>If the account has more open sessions than the limit, the statement ends the least recently used ones, each
     * with an event. Concurrent sign-ins may leave a few sessions above the limit until the next sign-in.
     *
     * <p>Returns false if the account is erased or disabled, if its hash is no longer the verified one, if it has got
     * or lost its second factors, or if all its other sessions have ended since. The calls that do this lock the
     * account's row, as this statement does, so none of these sessions remains open.
     */
    boolean open(Credentials verified, SignInDevice device, TokenPair pair, Origin origin, Instant now) {
        List<Opened> sessions = Autocommit.orJoining(autocommit, jdbc)
                .sql("""
                        with verified as (
                            select id, session_epoch, device_epoch from account
                            where id = :account and password_hash = :hash and erased_at is null
                                and second_factor = :secondFactor and session_epoch = :epoch
                                and disabled_at is null
                            for share),
                        opened as (
                            insert into session
                                (id, account_id, epoch, device_id, created_at, second_factor_at, last_used_at, user_agent,
                                address)
                            select uuidv7(), id, session_epoch, :device, :now, case when :secondFactor then :now end, :now,
                                :userAgent, :address
                            from verified
                            returning id),
                        new_device as (
                            insert into device (id, account_id, epoch, created_at, last_used_at, user_agent, address)
                            select :device, id, device_epoch, :now, :now, :userAgent, :address from verified
                            where :isNewDevice),
                        known_device as (
                            update device set last_used_at = :now, user_agent = :userAgent, address = :address
                            from verified
                            where not :isNewDevice and device.id = :device and device.account_id = verified.id),
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
                .param("epoch", verified.epoch())
                .param("secondFactor", verified.secondFactor())
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

    /** Whether an operator has disabled the account. */
    boolean isDisabled(UUID account) {
        return Autocommit.orJoining(autocommit, jdbc)
                .sql("select disabled_at is not null from account where id = ?")
                .param(account)
                .query(Boolean.class)
                .optional()
                .orElse(false);
    }

    private record Opened(UUID id, boolean isNew) {}
}
