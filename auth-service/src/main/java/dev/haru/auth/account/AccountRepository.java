package dev.haru.auth.account;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The accounts. */
interface AccountRepository extends Repository<Account, UUID> {

    Account saveAndFlush(Account account);

    @Query("select a from Account a where a.id = :id and a.erasedAt is null")
    Optional<Account> findOpen(UUID id);

    @Transactional(readOnly = true)
    boolean existsByNicknameKey(String nicknameKey);

    @Transactional(readOnly = true)
    boolean existsByEmailKey(String emailKey);

    @Transactional
    @Modifying
    @Query("update Account a set a.passwordHash = :hash where a.id = :id and a.passwordHash = :old")
    int replaceHash(UUID id, String old, String hash);

    @Transactional
    @Modifying
    @Query("update Account a set a.erasedAt = :now where a.id = :id and a.passwordHash = :hash and a.erasedAt is null")
    int erase(UUID id, String hash, Instant now);
}
