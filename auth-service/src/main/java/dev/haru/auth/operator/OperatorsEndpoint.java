package dev.haru.auth.operator;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.auth.operator.OperatorStore.RoleHolder;
import dev.haru.platform.json.UnicodeText;
import dev.haru.platform.problem.ProblemException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/**
 * Grants and revokes the roles of operators, first of all that of the first administrator. The endpoint is on the
 * management port: {@code GET /actuator/operators} lists the accounts with a role, and {@code POST /actuator/operators}
 * with {@code {"account": …, "role": …, "actor": …, "reason": …}} changes a role.
 */
@Component
@Endpoint(id = "operators")
class OperatorsEndpoint {

    private static final int MAX_LISTED = 200;
    private static final int MAX_ACCOUNT_LENGTH = 254;
    private static final int MAX_ACTOR_LENGTH = 100;

    private final Accounts accounts;
    private final OperatorStore store;
    private final AccountActs acts;

    OperatorsEndpoint(Accounts accounts, OperatorStore store, AccountActs acts) {
        this.accounts = accounts;
        this.store = store;
        this.acts = acts;
    }

    /** Returns the accounts with a role, the administrators first, at most {@value #MAX_LISTED}. */
    @ReadOperation
    Operators list() {
        return new Operators(store.roleHolders(MAX_LISTED));
    }

    /**
     * Changes the role of an account, and returns the accounts with a role. An account without a second factor gets
     * none.
     *
     * @param account the nickname, the verified e-mail address or the id
     * @param role the code of a role, or {@value Role#NONE}
     * @param actor the person who makes the call
     */
    @WriteOperation
    Operators change(String account, String role, String actor, String reason) {
        requireLine("account", account, MAX_ACCOUNT_LENGTH);
        requireLine("actor", actor, MAX_ACTOR_LENGTH);
        requireLine("reason", reason, Reason.MAX_LENGTH);
        Role granted = Role.ofCode(role).orElse(null);
        if (granted == null && !role.equals(Role.NONE)) {
            throw refused("role must be one of " + Role.CODES);
        }
        try {
            acts.changeRole(idOf(account), granted, actor, reason);
        } catch (ProblemException problem) {
            throw refused(
                    problem.getStatusCode().value() == 404
                            ? "no such account"
                            : "the account has no second factor; set one up first");
        }
        return list();
    }

    /** The id comes first, because another account's nickname may look like it. */
    private UUID idOf(String account) {
        return AccountSearch.idIn(account)
                .flatMap(accounts::credentialsOf)
                .or(() -> accounts.credentialsOf(accounts.signInKeysOf(account), null))
                .map(Credentials::accountId)
                .orElseThrow(() -> refused("no such account"));
    }

    private static void requireLine(String name, @Nullable String text, int max) {
        if (text == null
                || UnicodeText.isBlank(text)
                || text.length() > max
                || text.chars().anyMatch(Character::isISOControl)) {
            throw refused(name + " must have 1 to " + max + " characters on one line");
        }
    }

    private static InvalidEndpointRequestException refused(String reason) {
        return new InvalidEndpointRequestException(reason, reason);
    }

    /** The accounts with a role. */
    record Operators(List<RoleHolder> operators) {}
}
