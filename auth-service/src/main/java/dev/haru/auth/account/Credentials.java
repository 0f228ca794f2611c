package dev.haru.auth.account;

import java.util.UUID;

/** What signing in needs of an account. */
public record Credentials(UUID accountId, String passwordHash) {

    @Override
    public String toString() {
        return "Credentials[accountId=" + accountId + "]";
    }
}
