package dev.haru.auth.proof;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * A proof is a correct password in a session, at its sign-in or at a later confirmation. For an account with a second
 * factor, it is a correct password with a second factor. A proof is fresh for the time in {@code haru.proof.life}. A
 * refresh of the tokens renews no proof.
 */
@Repository
public class FreshProofs {

    private final JdbcClient jdbc;
    private final ProofProperties properties;
    private final Clock clock;

    FreshProofs(JdbcClient jdbc, ProofProperties properties, Clock clock) {
        this.jdbc = jdbc;
        this.properties = properties;
        this.clock = clock;
    }

    /**
     * Throws {@link ConfirmationRequired} if the account has no such open session, or if the session has no fresh
     * proof. The session cannot end before the caller's transaction ends.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void require(UUID account, @Nullable UUID session) {
        requireFresh(account, session);
    }

    /** Throws {@link ConfirmationRequired} as {@link #require} does, in a transaction of its own. */
    @Transactional
    public void requireNow(UUID account, @Nullable UUID session) {
        requireFresh(account, session);
    }

    private void requireFresh(UUID account, @Nullable UUID session) {
        Instant oldest = clock.instant().minus(properties.life());
        boolean fresh = jdbc.sql("""
                        select 1 from session join account on account.id = account_id and session_epoch = epoch
                        where session.id = :session and account.id = :account and ended_at is null
                          and case when second_factor then second_factor_at
                              else coalesce(confirmed_at, session.created_at) end > :oldest
                        for share of session
                        """)
                .param("session", session)
                .param("account", account)
                .param("oldest", oldest.atOffset(ZoneOffset.UTC))
                .query()
                .optionalValue()
                .isPresent();
        if (!fresh) {
            throw ConfirmationRequired.within(properties.life());
        }
    }

    /**
     * Records a fresh proof in a session. Returns false if the session has ended, the account is erased, its stored
     * password hash is no longer the verified one, or it needs a second factor.
     *
     * @param secondFactor whether the caller has verified a second factor, too
     */
    @Transactional
    public boolean renew(UUID account, UUID session, String verifiedHash, boolean secondFactor) {
        return jdbc.sql("""
                        update session set confirmed_at = :now,
                            second_factor_at = case when :secondFactor then :now else second_factor_at end
                        from account
                        where session.id = :session and session.account_id = :account and session.ended_at is null
                          and account.id = :account and account.password_hash = :hash and account.erased_at is null
                          and session.epoch = account.session_epoch
                          and (:secondFactor or not account.second_factor)
                        """)
                        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                        .param("session", session)
                        .param("account", account)
                        .param("hash", verifiedHash)
                        .param("secondFactor", secondFactor)
                        .update()
                > 0;
    }

    /** Records a second factor of a session whose proof is fresh, in the current transaction. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void addSecondFactor(UUID session) {
        jdbc.sql("update session set second_factor_at = ? where id = ?")
                .params(clock.instant().atOffset(ZoneOffset.UTC), session)
                .update();
    }
}
