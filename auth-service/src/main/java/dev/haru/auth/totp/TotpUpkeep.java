package dev.haru.auth.totp;

import dev.haru.auth.totp.TotpStore.StoredTotp;
import dev.haru.platform.database.Batches;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Deletes expired pending secrets, and encrypts secrets again after a change of the first signing secret. Without that,
 * the removal of an old signing secret would end the authenticator apps of its time. Replicas can run it concurrently.
 */
@Component
class TotpUpkeep {

    private static final Logger log = LoggerFactory.getLogger(TotpUpkeep.class);
    private static final int BATCH = 1000;
    private static final int MAX_BATCHES = 100;
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private final TotpStore store;
    private final TotpSecrets secrets;
    private final Clock clock;

    TotpUpkeep(TotpStore store, TotpSecrets secrets, Clock clock) {
        this.store = store;
        this.secrets = secrets;
        this.clock = clock;
    }

    @Scheduled(
            initialDelayString = "${haru.totp.cleanup.first:17m}",
            fixedDelayString = "${haru.totp.cleanup.interval:1h}")
    void run() {
        try {
            Batches.untilPartial(BATCH, MAX_BATCHES, size -> store.removeExpired(clock.instant(), size));
            encryptAgain();
        } catch (DataAccessException unavailable) {
            log.warn("upkeep of authenticator apps ended early: {}", unavailable.toString());
        }
    }

    /** Continues after each batch, so that unreadable secrets keep no readable one from its turn. */
    private void encryptAgain() {
        byte[] keyId = secrets.keyId();
        UUID after = BEFORE_ALL;
        int unreadable = 0;
        List<StoredTotp> others;
        do {
            others = store.withOtherKey(keyId, after, BATCH);
            for (StoredTotp stored : others) {
                Optional<byte[]> secret = secrets.decrypt(stored.accountId(), stored.secret());
                if (secret.isPresent()) {
                    store.replace(stored, secrets.encrypt(stored.accountId(), secret.get()), keyId);
                } else {
                    unreadable++;
                }
                after = stored.id();
            }
        } while (others.size() == BATCH);
        if (unreadable > 0) {
            log.error("no signing secret decrypts {} authenticator apps", unreadable);
        }
    }
}
