package dev.haru.auth.recovery;

import dev.haru.auth.device.Devices;
import dev.haru.auth.email.EmailVerification;
import dev.haru.auth.notice.NoticeSettings;
import dev.haru.auth.outbox.Outbox;
import dev.haru.auth.session.AllSessions;
import dev.haru.platform.identity.Revocations;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Ends all sessions, all known devices and the calendar feed of an account, including those of the request, and a
 * pending change of its e-mail address. Switches all security notices on.
 */
@Component
class SignOutEverywhere {

    private final EmailVerification emails;
    private final AllSessions sessions;
    private final Devices devices;
    private final NoticeSettings notices;
    private final Revocations revocations;
    private final Outbox outbox;

    SignOutEverywhere(
            EmailVerification emails,
            AllSessions sessions,
            Devices devices,
            NoticeSettings notices,
            Revocations revocations,
            Outbox outbox) {
        this.emails = emails;
        this.sessions = sessions;
        this.devices = devices;
        this.notices = notices;
        this.revocations = revocations;
        this.outbox = outbox;
    }

    /** Ends sessions, devices and the pending change in the current transaction. The commit publishes the end. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void run(UUID account) {
        emails.cancel(account);
        sessions.end(account);
        devices.endAll(account);
        notices.switchOn(account);
        outbox.endFeed(account);
        revocations.allSessionsEnded(account);
    }
}
