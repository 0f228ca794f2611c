package dev.haru.auth.notice;

import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The switch of notices of an account. */
@Repository
class NoticeSettingsStore {

    private final JdbcClient jdbc;

    NoticeSettingsStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns whether the account gets notices of new devices; empty for an erased account. */
    @Transactional
    Optional<Boolean> newDevice(UUID account) {
        return jdbc.sql("select new_device_notices from account where id = ? and erased_at is null")
                .param(account)
                .query(Boolean.class)
                .optional();
    }

    /** Switches the notices of new devices. Returns false for an erased account. */
    @Transactional(propagation = Propagation.MANDATORY)
    boolean changeNewDevice(UUID account, boolean on) {
        return jdbc.sql("update account set new_device_notices = ? where id = ? and erased_at is null")
                        .params(on, account)
                        .update()
                > 0;
    }
}
