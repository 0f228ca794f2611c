package dev.haru.auth.recovery;

import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.factor.FactorChanges;
import dev.haru.auth.notice.NoticeTokens;
import dev.haru.auth.notice.UsedNotice;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Secures the account of a security notice whose recipient did not cause the event. */
@Component
class AccountSecuring {

    private final NoticeTokens tokens;
    private final SignOutEverywhere signOut;
    private final FactorChanges factors;
    private final RecoveryOffer recovery;
    private final SecurityEvents events;

    AccountSecuring(
            NoticeTokens tokens,
            SignOutEverywhere signOut,
            FactorChanges factors,
            RecoveryOffer recovery,
            SecurityEvents events) {
        this.tokens = tokens;
        this.signOut = signOut;
        this.factors = factors;
        this.recovery = recovery;
        this.events = events;
    }

    /**
     * Ends all sessions and known devices of the account of a notice, and sends a link for a new password to the
     * verified address. A notice about second factors also removes what it announced as new, and what was added later:
     * further notices may be missing, because a thief can use up the limit of mails. Throws a 422 problem for an
     * invalid link.
     */
    @Transactional
    public void signOutEverywhere(String token, Origin origin, String language) {
        UsedNotice notice = tokens.use(token).orElseThrow(InvalidRecoveryLink::new);
        UUID account = notice.account();
        signOut.run(account);
        if (notice.aboutFactors()) {
            factors.removeForeign(account, notice.factor(), notice.at(), origin);
        }
        if (notice.createdCodes()) {
            factors.removeForeignCodes(account);
        }
        events.append(account, Kind.SIGNED_OUT_EVERYWHERE, origin);
        recovery.send(account, language);
    }
}
