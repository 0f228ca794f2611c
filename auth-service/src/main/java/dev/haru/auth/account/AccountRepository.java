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

    @Transactional(readOnly = true)
    @Query("""
            select count(*) > 0 from Account
            where nicknameKey = :key or (nicknameSkeleton = :skeleton and skeletonClaimed)
            """)
    boolean isNicknameTaken(String key, String skeleton);

    @Transactional(readOnly = true)
    boolean existsByEmailKey(String emailKey);

    @Transactional
    @Modifying
    @Query(
            nativeQuery = true,
            value = "update account set password_hash = :hash where id = :id and password_hash = :old")
    int replaceHash(UUID id, String old, String hash);

    @Transactional
    @Modifying
    @Query(nativeQuery = true, value = """
            update account set erased_at = :now where id = :id and password_hash = :hash and erased_at is null
            """)
    int erase(UUID id, String hash, Instant now);
}
