package dev.haru.auth.account;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The door of this room for those who sign somebody in. */
@Component
public class Accounts {

    private final AccountRepository accounts;
    private final CredentialsStore credentials;

    Accounts(AccountRepository accounts, CredentialsStore credentials) {
        this.accounts = accounts;
        this.credentials = credentials;
    }

    /** The key that a nickname has however it is written, whether or not there is such an account. */
    public static String keyOf(String nickname) {
        return Nickname.of(nickname).key();
    }

    /** The credentials of the account whose nickname has this key, and whether this device is known to it. */
    public Optional<Credentials> credentialsOf(String nicknameKey, @Nullable UUID device) {
        return credentials.find(nicknameKey, device);
    }

    /** The credentials of the account with this id. */
    public Optional<Credentials> credentialsOf(UUID accountId) {
        return credentials.find(accountId);
    }

    /** Throws the 400 problem for this field when the new password is one of the account's own identifiers. */
    public void refuseOwnIdentifier(String field, UUID accountId, String password) {
        credentials
                .identifiers(accountId)
                .ifPresent(own -> OwnIdentifier.refuseAsPassword(field, password, own.nickname(), own.email()));
    }

    /** Closes the account for good. False when it is closed already, or has another hash than the one confirmed. */
    public boolean erase(Credentials confirmed, Instant now) {
        return accounts.erase(confirmed.accountId(), confirmed.passwordHash(), now) > 0;
    }

    /** Stores another hash in the place of this one. False when it is not there any more. */
    public boolean replaceHash(Credentials old, String passwordHash) {
        return accounts.replaceHash(old.accountId(), old.passwordHash(), passwordHash) > 0;
    }
}
