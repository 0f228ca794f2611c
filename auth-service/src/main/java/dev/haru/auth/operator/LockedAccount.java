package dev.haru.auth.operator;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An account whose row the current transaction has locked.
 *
 * @param roleCode the code of its role, also one of a later version; null without a role
 */
record LockedAccount(UUID id, String nickname, @Nullable String roleCode, boolean secondFactor, boolean disabled) {

    @Nullable Role role() {
        return Role.ofCode(roleCode).orElse(null);
    }

    /** Whether an act on this account needs {@link Role#ADMIN}. */
    boolean isOperator() {
        return roleCode != null;
    }
}
