package dev.haru.member.profile;

import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.annotation.Transactional;

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

    @Query(IDENTITY + "where m.id = :id")
    Optional<Identity> findIdentity(UUID id);

    /** While an address moves between two members both may have it here; the newer one is right. */
    @Query(IDENTITY + "where lower(m.email) = lower(:email) order by m.updatedAt desc limit 1")
    Optional<Identity> findIdentityByEmail(String email);

    boolean existsById(UUID id);

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select m from Member m where m.id = :id")
    Optional<Member> lock(UUID id);

    /** One statement, so that doubled and overtaking deliveries need no retry; 0 also for an unknown region. */
    @Modifying
    @Transactional
    @Query(nativeQuery = true, value = """
            insert into member
                (id, nickname, email, region_id, account_version, version, created_at, updated_at)
            select :id, :nickname, cast(:email as text), region.id, :accountVersion, 1, :now, :now
            from region
            where region.name = :regionName
            on conflict (id) do update
            set nickname = excluded.nickname,
                email = excluded.email,
                account_version = excluded.account_version,
                version = member.version + 1,
                updated_at = excluded.updated_at
            where excluded.account_version > member.account_version
            """)
    int put(UUID id, String nickname, @Nullable String email, String regionName, long accountVersion, Instant now);

    @Modifying
    @Transactional
    @Query("""
            update Member m
            set m.nickname = :nickname, m.email = :email, m.accountVersion = :accountVersion,
                m.version = m.version + 1, m.updatedAt = :now
            where m.id = :id and m.accountVersion < :accountVersion
            """)
    int identify(UUID id, String nickname, @Nullable String email, long accountVersion, Instant now);

    /** Reserves this version of a profile for one change until then; 0 if it is gone or reserved. */
    @Modifying
    @Transactional
    @Query("""
            update Member m set m.claimedUntil = :until
            where m.id = :id and m.version = :version and (m.claimedUntil is null or m.claimedUntil <= :now)
            """)
    int claim(UUID id, long version, Instant until, Instant now);

    @Modifying
    @Transactional
    @Query("update Member m set m.claimedUntil = null where m.id = :id and m.claimedUntil = :until")
    int release(UUID id, Instant until);
}
