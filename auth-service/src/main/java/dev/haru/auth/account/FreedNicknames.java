package dev.haru.auth.account;

import dev.haru.platform.token.Sha256;
import java.sql.Types;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Nicknames that accounts have given up. During the hold, only the last owner may take such a nickname or a look-alike.
 * Otherwise another account could sign in, or be found, under a name that people know as the last owner's. The table
 * stores digests only, because a row outlives its account.
 *
 * <p>Longer than 120 lines because it keeps the statements of one table together.
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

    /** Returns whether this nickname is held, so that a new account cannot take it. */
    @Transactional(readOnly = true)
    public boolean isHeld(Nickname nickname) {
        return isHeldByAnother(nickname, new UUID(0, 0));
    }

    /**
     * Ends the hold on a nickname that the caller's transaction has just written to the account. Throws
     * {@link IdentifierTaken} if the nickname is held for another account. The unique key has admitted the nickname, so
     * the transaction that freed it has ended, and this statement sees the row of the hold.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void take(Nickname nickname, UUID account) {
        if (isHeldByAnother(nickname, account)) {
            throw IdentifierTaken.nickname();
        }
        jdbc.sql("delete from freed_nickname where digest in (:digests) and account_id = :account")
                .param("digests", digests(nickname.keys()))
                .param("account", account)
                .update();
    }

    /** Holds a nickname for the account that gives it up. Throws {@link NicknameChangeLimit} at the maximum. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void hold(Nickname nickname, UUID account) {
        Integer held = jdbc.sql("""
                        select count(*) from freed_nickname
                        where account_id = :account and freed_at > :since and skeleton_digest is not null
                        """)
                .param("account", account)
                .param("since", holdBegin())
                .query(Integer.class)
                .single();
        if (held >= properties.maxHeld()) {
            throw NicknameChangeLimit.reached(properties.maxHeld(), properties.hold());
        }
        insert(nickname.key(), digest(nickname.skeleton()), account);
        if (!nickname.previousKey().equals(nickname.key())) {
            insert(nickname.previousKey(), null, account);
        }
    }

    /** The previous key has a row of its own without a skeleton, for pods of the version before. */
    private void insert(String key, byte @Nullable [] skeleton, UUID account) {
        jdbc.sql("""
                        insert into freed_nickname (digest, skeleton_digest, account_id, freed_at)
                        values (:digest, :skeleton, :account, :now)
                        on conflict (digest) do update set account_id = excluded.account_id,
                            skeleton_digest = excluded.skeleton_digest, freed_at = excluded.freed_at
                        """)
                .param("digest", digest(key))
                .param("skeleton", skeleton, Types.BINARY)
                .param("account", account)
                .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                .update();
    }

    /** Deletes at most {@code batch} rows whose hold is over. Returns their number. */
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
                        where (digest in (:digests) or skeleton_digest in (:skeletons))
                          and account_id <> :account and freed_at > :since
                        limit 1
                        """)
                .param("digests", digests(nickname.keys()))
                .param("skeletons", digests(nickname.skeletons()))
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

    private static List<byte[]> digests(Set<String> texts) {
        return texts.stream().map(FreedNicknames::digest).toList();
    }

    private static byte[] digest(String text) {
        return Sha256.of(text);
    }
}
