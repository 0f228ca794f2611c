package dev.haru.auth.operator;

import dev.haru.auth.operator.AccountReader.AccountState;
import dev.haru.auth.operator.AccountSearch.FoundAccount;
import dev.haru.platform.log.AuditLine;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.stereotype.Component;

/** Reads accounts for an operator, and writes a log line about each read. */
@Component
class LoggedRead {

    private static final Logger log = LoggerFactory.getLogger(LoggedRead.class);

    private final AccountReader accounts;

    LoggedRead(AccountReader accounts) {
        this.accounts = accounts;
    }

    /** Returns the account. Throws the 404 problem if it does not exist or is erased. */
    AccountState of(UUID account, OAuth2AuthenticatedPrincipal operator) {
        AccountState found = accounts.find(account);
        note(account, operator);
        return found;
    }

    /** Writes the log line of a read that also finds an erased or unknown account. */
    void note(UUID account, OAuth2AuthenticatedPrincipal operator) {
        log.info(AuditLine.MARKER, "operator {}: reads account {}", operator.getName(), account);
    }

    /** Writes the log line of a search, with the ids of the accounts that it has found: its query is personal data. */
    void note(List<FoundAccount> found, OAuth2AuthenticatedPrincipal operator) {
        log.info(
                AuditLine.MARKER,
                "operator {}: finds accounts {}",
                operator.getName(),
                found.stream().map(FoundAccount::id).toList());
    }
}
