package dev.haru.auth.notice;

import dev.haru.auth.event.SecurityEvent;
import dev.haru.platform.database.Batches;
import dev.haru.platform.token.Sha256;
import dev.haru.platform.token.TokenFormat;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The tokens of the links in security notices: 256 random bits, valid once, stored as SHA-256. */
@Component
public class NoticeTokens {

    private static final Logger log = LoggerFactory.getLogger(NoticeTokens.class);
    private static final int BATCH = 1000;
    private static final int MAX_BATCHES = 100;

    private final NoticeStore store;
    private final SecureRandom random;
    private final Clock clock;

    NoticeTokens(NoticeStore store, SecureRandom random, Clock clock) {
        this.store = store;
        this.random = random;
        this.clock = clock;
    }

    String generate() {
        return TokenFormat.generate(TokenFormat.NOTICE, random);
    }

    /**
     * Stores the token of an event's notice in the current transaction, with the key of the address that receives it.
     */
    void store(String token, SecurityEvent event, String emailKey, Instant expiresAt) {
        store.add(Sha256.of(token), event, emailKey, expiresAt);
    }

    /**
     * Uses a token in the current transaction, and returns its notice. The tokens of other notices become invalid,
     * except those about a factor or recovery codes. Empty if the token is unknown, used or expired, or if the account
     * has another verified address since.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public Optional<UsedNotice> use(String token) {
        return TokenFormat.isWellFormed(TokenFormat.NOTICE, token)
                ? store.take(Sha256.of(token), clock.instant())
                : Optional.empty();
    }

    /** Deletes expired tokens in small batches. Replicas can run it concurrently. */
    @Scheduled(
            initialDelayString = "${haru.notice.cleanup.first:15m}",
            fixedDelayString = "${haru.notice.cleanup.interval:1h}")
    void removeExpired() {
        Batches.cleanUp(log, "notice token", BATCH, MAX_BATCHES, size -> store.removeExpired(clock.instant(), size));
    }
}
