package dev.haru.auth.notice;

import dev.haru.platform.database.ReplicaRouting;
import java.util.UUID;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The notices that an account switches off: only those of sign-ins from a new device. */
@Component
public class NoticeSettings {

    private final NoticeSettingsStore store;

    NoticeSettings(NoticeSettingsStore store) {
        this.store = store;
    }

    /** Returns whether the account gets notices of new devices. Throws the 401 problem for an erased account. */
    boolean newDevice(UUID account) {
        // From the primary: a settings page reads what its member has just changed.
        return ReplicaRouting.fromPrimary(() -> store.newDevice(account)).orElseThrow(NoticeSettings::erased);
    }

    /** Switches the notices of new devices. Throws the 401 problem for an erased account. */
    @Transactional
    public void changeNewDevice(UUID account, boolean on) {
        if (!store.changeNewDevice(account, on)) {
            throw erased();
        }
    }

    /**
     * Switches all notices on, in the current transaction, because the account was recovered from another person, who
     * may have switched some off.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void switchOn(UUID account) {
        var _ = store.changeNewDevice(account, true);
    }

    private static InvalidBearerTokenException erased() {
        return new InvalidBearerTokenException("the account has just been erased");
    }
}
