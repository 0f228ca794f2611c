package dev.haru.auth.account;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.annotation.Transactional;

interface AccountRepository extends Repository<Account, UUID> {

    Account saveAndFlush(Account account);

    Optional<Account> findById(UUID id);

    /** Finds an account that is not erased. */
    default Optional<Account> findOpen(UUID id) {
        return findById(id).filter(account -> !account.isErased());
    }

    /** Locks an account that is not erased, until the transaction ends, so that its other changes wait. */
    @Transactional
    @Query(
            nativeQuery = true,
            value = "select true from account where id = :id and erased_at is null for no key update")
    Optional<Boolean> lock(UUID id);

    @Transactional(readOnly = true)
    @Query("""
            select count(*) > 0 from Account
            where nicknameFolded = :key or nicknameKey = :previousKey or (nicknameSkeleton = :skeleton and skeletonClaimed)
            """)
    boolean isNicknameTaken(String key, String previousKey, String skeleton);

    /** Returns whether an account has verified this address. A claimed address blocks no account. */
    @Transactional(readOnly = true)
    @Query(
            nativeQuery = true,
            value = "select exists (select 1 from account where verified_email_key = :key and id <> :except)")
    boolean isEmailVerifiedByAnother(String key, UUID except);

    @Transactional
    @Modifying
    @Query(
            nativeQuery = true,
            value = "update account set password_hash = :hash where id = :id and password_hash = :old")
    int replaceHash(UUID id, String old, String hash);

    /**
     * Replaces a hash by another one of the same password. The failures that count for this password continue to count.
     */
    @Transactional
    @Modifying
    @Query(nativeQuery = true, value = """
            with kept as (
                update code_failure set password_digest = sha256(convert_to(cast(:hash as text), 'UTF8'))
                where account_id = :id and password_digest = sha256(convert_to(cast(:old as text), 'UTF8')))
            update account set password_hash = :hash where id = :id and password_hash = :old
            """)
    int upgradeHash(UUID id, String old, String hash);

    @Transactional
    @Query(
            nativeQuery = true,
            value = "select password_hash is distinct from unusable_hash from account where id = :id")
    Optional<Boolean> hasPassword(UUID id);

    @Transactional
    @Modifying
    @Query(nativeQuery = true, value = """
            update account set password_hash = :hash, unusable_hash = :hash
            where id = :id and erased_at is null and password_hash is distinct from unusable_hash
            """)
    int removePassword(UUID id, String hash);

    @Transactional
    @Modifying
    @Query(nativeQuery = true, value = """
            update account set password_hash = :hash
            where id = :id and erased_at is null and password_hash = unusable_hash
            """)
    int addPassword(UUID id, String hash);

    @Transactional
    @Modifying
    @Query(nativeQuery = true, value = """
            update account set erased_at = :now where id = :id and password_hash = :hash and erased_at is null
            """)
    int erase(UUID id, String hash, Instant now);
}
