package dev.haru.member.profile;

import dev.haru.platform.email.EmailKey;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads and writes profiles.
 *
 * <p>Longer than 120 lines because it keeps the statements of one table together.
 */
@Transactional(readOnly = true)
interface MemberRepository extends Repository<Member, UUID> {

    String IDENTITY = """
            select m.id, m.nickname, m.email, r.name, coalesce(m.timeZone, r.zone)
            from Member m join Region r on r.id = m.regionId
            """;

    @Query("""
            select m.id, m.nickname, m.email, r.name, coalesce(m.timeZone, r.zone), m.createdAt, m.updatedAt, m.version
            from Member m join Region r on r.id = m.regionId
            where m.id = :id
            """)
    Optional<Profile> findProfile(UUID id);

    @Query(IDENTITY + "where m.id in :ids")
    List<Identity> findIdentities(Set<UUID> ids);

    /**
     * Finds the member of an e-mail address. While an address moves between two members, both may have it here; the
     * newer row is right.
     */
    default Optional<Identity> findIdentityByEmail(String email) {
        return findIdentityByEmail(EmailKey.of(email), email);
    }

    /** The second condition is for rows of the version before, until {@link EmailKeyBackfill} runs. */
    @Query(IDENTITY + """
            where (m.emailKey = :key and m.keyedEmail = m.email)
                or (lower(m.email) = lower(:email) and (m.keyedEmail is null or m.keyedEmail <> m.email))
            order by m.updatedAt desc limit 1
            """)
    Optional<Identity> findIdentityByEmail(String key, String email);

    boolean existsById(UUID id);

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select m from Member m where m.id = :id")
    Optional<Member> lock(UUID id);

    /**
     * Creates or updates the profile. Returns 0 if the member was erased, if the account version is not newer, or if
     * the region is unknown.
     */
    @Transactional
    default int join(
            UUID id, String nickname, @Nullable String email, String regionName, long accountVersion, Instant now) {
        lockErasure(id);
        return put(id, nickname, email, regionName, accountVersion, now);
    }

    /** Erases the profile and prevents its return, also if the profile does not exist yet. */
    @Transactional
    default void erase(UUID id, Instant now) {
        lockErasure(id);
        noteErasure(id, now);
        delete(id);
    }

    /** Whether the member was erased, as long as the record of the erasure exists. */
    @NativeQuery("select exists (select 1 from erased_member where id = :id)")
    boolean isErased(UUID id);

    /**
     * Locks out concurrent erasures and deliveries of the same profile until the transaction ends. The lock is a
     * statement of its own, because the next statement sees only what was committed before that statement began.
     */
    @NativeQuery("select cast(pg_advisory_xact_lock(hashtextextended(cast(:id as text), 0)) as text)")
    String lockErasure(UUID id);

    @Modifying
    @Transactional
    @Query(nativeQuery = true, value = """
            insert into erased_member (id, erased_at) values (:id, :now)
            on conflict (id) do update set erased_at = excluded.erased_at
            """)
    int noteErasure(UUID id, Instant now);

    @Modifying
    @Transactional
    @Query("delete from Member m where m.id = :id")
    int delete(UUID id);

    /** Deletes at most {@code batch} records of erasures before the instant. Returns their number. */
    @Modifying
    @Transactional
    @Query(nativeQuery = true, value = """
            delete from erased_member where id in (
                select id from erased_member where erased_at < :before
                order by erased_at limit :batch for update skip locked)
            """)
    int forgetErasures(Instant before, int batch);

    /** Creates or updates the profile without the lock of {@link #join}. */
    @Transactional
    default int put(
            UUID id, String nickname, @Nullable String email, String regionName, long accountVersion, Instant now) {
        return put(id, nickname, email, Member.keyOf(email), regionName, accountVersion, now);
    }

    /**
     * One statement, so that repeated and out-of-order deliveries need no retry. Returns 0 also for an unknown region.
     */
    @Modifying
    @Transactional
    @Query(nativeQuery = true, value = """
            insert into member
                (id, nickname, email, email_key, keyed_email, region_id, account_version, version, created_at, updated_at)
            select :id, :nickname, cast(:email as text), cast(:emailKey as text), cast(:email as text), region.id, :accountVersion, 1, :now, :now
            from region
            where region.name = :regionName
              and not exists (select 1 from erased_member where erased_member.id = :id)
            on conflict (id) do update
            set nickname = excluded.nickname,
                email = excluded.email,
                email_key = excluded.email_key,
                keyed_email = excluded.keyed_email,
                account_version = excluded.account_version,
                version = member.version + 1,
                updated_at = excluded.updated_at
            where excluded.account_version > member.account_version
            """)
    int put(
            UUID id,
            String nickname,
            @Nullable String email,
            @Nullable String emailKey,
            String regionName,
            long accountVersion,
            Instant now);

    @Transactional
    default int identify(UUID id, String nickname, @Nullable String email, long accountVersion, Instant now) {
        return identify(id, nickname, email, Member.keyOf(email), accountVersion, now);
    }

    @Modifying
    @Transactional
    @Query("""
            update Member m
            set m.nickname = :nickname, m.email = :email, m.emailKey = :emailKey, m.keyedEmail = :email,
                m.accountVersion = :accountVersion, m.version = m.version + 1, m.updatedAt = :now
            where m.id = :id and m.accountVersion < :accountVersion
            """)
    int identify(
            UUID id,
            String nickname,
            @Nullable String email,
            @Nullable String emailKey,
            long accountVersion,
            Instant now);

    /**
     * Claims this version of a profile for one change until the given time. Returns 0 if the version is not current or
     * is claimed.
     */
    @Modifying
    @Transactional
    @Query("""
            update Member m set m.claimedUntil = :until
            where m.id = :id and m.version = :version and (m.claimedUntil is null or m.claimedUntil <= :now)
            """)
    int claim(UUID id, long version, Instant until, Instant now);

    /** Ends this claim. Returns 0 if the profile has another claim, or none. */
    @Modifying
    @Transactional
    @Query("update Member m set m.claimedUntil = null where m.id = :id and m.claimedUntil = :until")
    int release(UUID id, Instant until);
}
