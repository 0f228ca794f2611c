package dev.haru.auth.operator;

import dev.haru.auth.guard.AccountGuard;
import dev.haru.auth.operator.AccountReader.AccountFactor;
import dev.haru.auth.operator.AccountReader.AccountState;
import dev.haru.platform.code.OpenEnum;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An account. */
record AccountResponse(
        UUID accountId,
        String nickname,

        @Schema(description = "The verified e-mail address") @Nullable String email,

        Instant createdAt,

        @Schema(description = "The time at which the account was disabled; null if it is enabled") @Nullable Instant disabledAt,

        @OpenEnum(Role.class) @Schema(description = "null without a role") @Nullable String role,

        boolean hasPassword,
        List<AccountFactor> factors,

        @Schema(description = "The number of unused recovery codes")
        int recoveryCodes,

        @Schema(description = "The number of open sessions") int sessions,

        @Schema(description = "The number of valid personal access tokens")
        int personalTokens,

        GuardResponse guard) {

    static AccountResponse of(AccountState account, List<AccountFactor> factors, AccountGuard.State guard) {
        return new AccountResponse(
                account.id(),
                account.nickname(),
                account.email(),
                account.createdAt(),
                account.disabledAt(),
                account.role(),
                account.hasPassword(),
                factors,
                account.recoveryCodes(),
                account.sessions(),
                account.personalTokens(),
                GuardResponse.of(guard));
    }

    /** The counts of the login guard for an account in the last minute. */
    record GuardResponse(
            @Schema(description = "Failed sign-ins from all unknown devices in the last minute")
            int signInFailures,

            @Schema(description = "The count of failures from which a sign-in needs a challenge")
            int signInChallengeFrom,

            @Schema(description = "The count of failures from which sign-ins are refused")
            int signInRefusedFrom,

            @Schema(description = "Failed confirmations in the last minute")
            int confirmationFailures,

            @Schema(description = "The count of failures from which confirmations are refused")
            int confirmationRefusedFrom,

            @Schema(description = "The end of the block of confirmations; null without a block") @Nullable Instant confirmationsBlockedUntil) {

        static GuardResponse of(AccountGuard.State state) {
            return new GuardResponse(
                    state.signInFailures(),
                    state.signInChallengeFrom(),
                    state.signInRefusedFrom(),
                    state.confirmationFailures(),
                    state.confirmationRefusedFrom(),
                    state.confirmationsBlockedUntil());
        }
    }
}
