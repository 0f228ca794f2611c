package dev.haru.auth.operator;

import dev.haru.auth.operator.AccountSearch.FoundAccount;
import dev.haru.platform.code.OpenEnum;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A page of accounts.
 *
 * @param nextCursor the cursor of the next page, null on the last page
 */
record AccountPage(List<AccountSummary> items, @Nullable String nextCursor) {

    static AccountPage of(List<FoundAccount> page, int limit) {
        return new AccountPage(
                page.stream().map(AccountSummary::of).toList(),
                page.size() == limit ? page.getLast().cursor() : null);
    }

    /** An account in a list. */
    record AccountSummary(
            UUID accountId,
            String nickname,

            @Schema(description = "The verified e-mail address") @Nullable String email,

            Instant createdAt,

            @Schema(description = "The time at which the account was disabled; null if it is enabled") @Nullable Instant disabledAt,

            @OpenEnum(Role.class) @Schema(description = "null without a role") @Nullable String role) {

        static AccountSummary of(FoundAccount account) {
            return new AccountSummary(
                    account.id(),
                    account.nickname(),
                    account.email(),
                    account.createdAt(),
                    account.disabledAt(),
                    account.role());
        }
    }
}
