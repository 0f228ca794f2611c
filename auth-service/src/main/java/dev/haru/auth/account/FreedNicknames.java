package dev.haru.auth.account;

import dev.haru.platform.token.Sha256;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Nicknames that were given up and that only their last owner may take for a time: others would sign in, or be found,
 * under a name that people know as somebody else's, or under one that looks like it. Only digests are stored, since a
 * row outlives its account.
 */
@Repository
class FreedNicknames {

    private final JdbcClient jdbc;
    private final NicknameProperties properties;
    private final Clock clock;

    FreedNicknames(JdbcClient jdbc, NicknameProperties properties, Clock clock) {
        this.jdbc = jdbc;
        this.properties = properties;
        this.clock = clock;
    }

    /** Whether somebody who is not registered yet must wait for this nickname. */
    @Transactional(readOnly = true)
    public boolean isHeld(Nickname nickname) {
        return isHeldByAnother(nickname, new UUID(0, 0));
    }

    /**
     * Takes a nickname that the account has just been given in the caller's transaction; throws {@link IdentifierTaken}
     * when another account holds it. The unique key let the account have the nickname, so the transaction that freed it
     * has ended, and this statement sees its row.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void take(Nickname nickname, UUID account) {
        if (isHeldByAnother(nickname, account)) {
            throw IdentifierTaken.nickname();
        }
        jdbc.sql("delete from freed_nickname where digest = :digest and account_id = :account")
                .param("digest", digest(nickname.key()))
                .param("account", account)
                .update();
    }

    /** Holds a nickname for the account that gives it up; throws {@link NicknameChangeLimit} when it holds many. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void free(Nickname nickname, UUID account) {
        Integer held = jdbc.sql("select count(*) from freed_nickname where account_id = :account and freed_at > :since")
                .param("account", account)
                .param("since", holdBegin())
                .query(Integer.class)
                .single();
        if (held >= properties.maxHeld()) {
            throw NicknameChangeLimit.reached(properties.maxHeld(), properties.hold());
        }
        jdbc.sql("""
                        insert into freed_nickname (digest, skeleton_digest, account_id, freed_at)
                        values (:digest, :skeleton, :account, :now)
                        on conflict (digest) do update set account_id = excluded.account_id,
                            skeleton_digest = excluded.skeleton_digest, freed_at = excluded.freed_at
                        """)
                .param("digest", digest(nickname.key()))
                .param("skeleton", digest(nickname.skeleton()))
                .param("account", account)
                .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                .update();
    }

    /** Removes some rows of nicknames that anybody may take again. */
    @Transactional
    public int removeReleased(int batch) {
        return jdbc.sql("""
                        delete from freed_nickname where digest in (
                            select digest from freed_nickname where freed_at <= :since
                            order by freed_at limit :batch for update skip locked)
                        """).param("since", holdBegin()).param("batch", batch).update();
    }

    private boolean isHeldByAnother(Nickname nickname, UUID account) {
        return jdbc.sql("""
                        select 1 from freed_nickname
                        where (digest = :digest or skeleton_digest = :skeleton)
                          and account_id <> :account and freed_at > :since
                        limit 1
                        """)
                .param("digest", digest(nickname.key()))
                .param("skeleton", digest(nickname.skeleton()))
                .param("account", account)
                .param("since", holdBegin())
                .query()
                .optionalValue()
                .isPresent();
    }

    private OffsetDateTime holdBegin() {
        Instant begin = clock.instant().minus(properties.hold());
        return begin.atOffset(ZoneOffset.UTC);
    }

    private static byte[] digest(String text) {
        return Sha256.of(text);
    }
}
