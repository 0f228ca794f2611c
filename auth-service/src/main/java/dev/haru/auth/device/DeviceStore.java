package dev.haru.auth.device;

import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.Instants;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The device table. A sign-in writes its device in the statement that opens the session. */
@Repository
class DeviceStore {

    private final JdbcClient jdbc;
    private final JdbcClient reading;

    DeviceStore(JdbcClient jdbc, DataSource dataSource) {
        this.jdbc = jdbc;
        this.reading = Autocommit.reading(dataSource);
    }

    /** Returns the devices of an account, the last used first. */
    List<Device> list(UUID account, UUID session, int limit) {
        return reading.sql("""
                        select device.id, device.created_at, device.last_used_at, device.user_agent, device.address,
                            coalesce(session.device_id = device.id, false) as current
                        from device
                            join account on account.id = device.account_id and device.epoch >= account.device_epoch
                            left join session on session.id = :session
                        where device.account_id = :account
                        order by device.last_used_at desc, device.id desc
                        limit :limit
                        """)
                .param("account", account)
                .param("session", session)
                .param("limit", limit)
                .query((row, _) -> new Device(
                        row.getObject("id", UUID.class),
                        Instants.of(row, "created_at"),
                        Instants.of(row, "last_used_at"),
                        row.getString("user_agent"),
                        row.getString("address"),
                        row.getBoolean("current")))
                .list();
    }

    /** Ends a device of an account. Returns false if the account has no such device. */
    @Transactional(propagation = Propagation.MANDATORY)
    boolean end(UUID account, UUID device) {
        return jdbc.sql("""
                        delete from device using account
                        where device.id = :device and device.account_id = :account
                          and account.id = :account and device.epoch >= account.device_epoch
                        """).param("account", account).param("device", device).update() > 0;
    }

    /** Ends all devices of an account, by an update of the account's row. */
    @Transactional(propagation = Propagation.MANDATORY)
    void endAll(UUID account) {
        jdbc.sql("update account set device_epoch = device_epoch + 1 where id = ?")
                .param(account)
                .update();
    }

    /**
     * Ends all devices of an account except the one that this session was opened from. A second statement keeps that
     * device, so that it sees what a concurrent call has committed. If the account has been erased and removed during
     * the request, no device is left to end.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    void endOthers(UUID account, UUID session) {
        jdbc.sql("update account set device_epoch = device_epoch + 1 where id = ? returning device_epoch")
                .param(account)
                .query(Long.class)
                .optional()
                .ifPresent(epoch -> keep(account, session, epoch));
    }

    private void keep(UUID account, UUID session, long epoch) {
        jdbc.sql("""
                        update device set epoch = :epoch
                        from session
                        where session.id = :session and device.id = session.device_id
                          and device.account_id = :account and device.epoch = :epoch - 1
                        """)
                .param("account", account)
                .param("session", session)
                .param("epoch", epoch)
                .update();
    }

    /** Deletes at most {@code batch} devices that were last used before {@code since}; their cookies have expired. */
    @Transactional
    int removeUnused(Instant since, int batch) {
        return jdbc.sql("""
                        delete from device where id in (
                            select id from device where last_used_at < :since
                            order by last_used_at limit :batch for update skip locked)
                        """)
                .param("since", since.atOffset(ZoneOffset.UTC))
                .param("batch", batch)
                .update();
    }
}
