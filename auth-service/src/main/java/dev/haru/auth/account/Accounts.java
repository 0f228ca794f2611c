package dev.haru.auth.account;

import dev.haru.platform.email.EmailKey;
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

    /** Whether an entered name can be a verified e-mail address only, so that its account needs a database read. */
    public static boolean isAddress(String name) {
        return name.indexOf('@') >= 0 || !Nickname.isWithinLimit(name);
    }

    /** Returns the key under which the login guard counts an e-mail address that no account has verified. */
    public static String unknownKeyOf(String address) {
        return EmailKey.of(address);
    }

    /**
     * Returns the nickname keys of an entered name, which is a nickname or a verified e-mail address. The login guard
     * therefore counts both as one account. The account need not exist.
     */
    public NameKeys signInKeysOf(String name) {
        if (!isAddress(name)) {
            return NameKeys.of(Nickname.of(name));
        }
        return credentials
                .nicknameOf(unknownKeyOf(name))
                .map(nickname -> NameKeys.of(Nickname.of(nickname)))
                .orElseGet(() -> NameKeys.ofUnknown(name));
    }

    /** Finds the credentials of the account with these nickname keys, and whether the account knows this device. */
    public Optional<Credentials> credentialsOf(NameKeys name, @Nullable UUID device) {
        return credentials.find(name, device);
    }

    /** Finds the credentials of the account with this id, and whether the account knows this device. */
    public Optional<Credentials> credentialsOf(UUID accountId, @Nullable UUID device) {
        return credentials.find(accountId, device);
    }

    /** Finds the credentials of the account with this id. */
    public Optional<Credentials> credentialsOf(UUID accountId) {
        return credentials.find(accountId, null);
    }

    /** Returns the nickname of an account. Throws {@link AccountNotFound} if there is none with this id. */
    public String nicknameOf(UUID accountId) {
        return credentials
                .identifiers(accountId)
                .orElseThrow(() -> AccountNotFound.withId(accountId))
                .nickname();
    }

    /** Throws the 400 problem for this field if the new password is one of the account's own identifiers. */
    public void refuseOwnIdentifier(String field, UUID accountId, String password) {
        credentials
                .identifiers(accountId)
                .ifPresent(own -> OwnIdentifier.refuseAsPassword(
                        field, password, own.nickname(), own.email(), own.verifiedEmail()));
    }

    /** Marks the account as erased. Returns false if it is erased already or its hash is not the confirmed one. */
    public boolean erase(Credentials confirmed, Instant now) {
        return accounts.erase(confirmed.accountId(), confirmed.passwordHash(), now) > 0;
    }

    /** Returns whether the account has a password, which its owner can remove. False for no account, too. */
    public boolean hasPassword(UUID accountId) {
        return accounts.hasPassword(accountId).orElse(false);
    }

    /**
     * Removes the password of an account. Returns false if it has none.
     *
     * @param unusableHash the hash of a secret that nobody knows
     */
    public boolean removePassword(UUID accountId, String unusableHash) {
        return accounts.removePassword(accountId, unusableHash) > 0;
    }

    /** Adds a password to an account without one. Returns false if it has a password. */
    public boolean addPassword(UUID accountId, String passwordHash) {
        return accounts.addPassword(accountId, passwordHash) > 0;
    }

    /** Stores the hash of a new password. Returns false if the stored hash is no longer the old one. */
    public boolean replaceHash(Credentials old, String passwordHash) {
        return accounts.replaceHash(old.accountId(), old.passwordHash(), passwordHash) > 0;
    }

    /** Stores another hash of the same password. Returns false if the stored hash is no longer the old one. */
    public boolean upgradeHash(Credentials old, String passwordHash) {
        return accounts.upgradeHash(old.accountId(), old.passwordHash(), passwordHash) > 0;
    }
}
