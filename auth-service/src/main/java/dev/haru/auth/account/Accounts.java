package dev.haru.auth.account;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The account operations that other packages need: credentials, password hashes and erasure. */
@Component
public class Accounts {

    private final AccountRepository accounts;
    private final CredentialsStore credentials;

    Accounts(AccountRepository accounts, CredentialsStore credentials) {
        this.accounts = accounts;
        this.credentials = credentials;
    }

    /** Returns the key of a nickname, which ignores case and compatibility forms. The account need not exist. */
    public static String keyOf(String nickname) {
        return Nickname.of(nickname).key();
    }

    /** Finds the credentials of the account with this nickname key, and whether the account knows this device. */
    public Optional<Credentials> credentialsOf(String nicknameKey, @Nullable UUID device) {
        return credentials.find(nicknameKey, device);
    }

    /** Finds the credentials of the account with this id. */
    public Optional<Credentials> credentialsOf(UUID accountId) {
        return credentials.find(accountId);
    }

    /** Throws the 400 problem for this field if the new password is one of the account's own identifiers. */
    public void refuseOwnIdentifier(String field, UUID accountId, String password) {
        credentials
                .identifiers(accountId)
                .ifPresent(own -> OwnIdentifier.refuseAsPassword(field, password, own.nickname(), own.email()));
    }

    /** Marks the account as erased. Returns false if it is erased already or its hash is not the confirmed one. */
    public boolean erase(Credentials confirmed, Instant now) {
        return accounts.erase(confirmed.accountId(), confirmed.passwordHash(), now) > 0;
    }

    /** Replaces the stored password hash. Returns false if the stored hash is no longer the old one. */
    public boolean replaceHash(Credentials old, String passwordHash) {
        return accounts.replaceHash(old.accountId(), old.passwordHash(), passwordHash) > 0;
    }
}
