package dev.haru.auth.export;

import dev.haru.auth.delivery.DataPage;
import dev.haru.auth.export.Archive.ArchivedAccount;
import dev.haru.auth.export.Archive.ArchivedDevice;
import dev.haru.auth.export.Archive.ArchivedEvent;
import dev.haru.auth.export.Archive.ArchivedFactor;
import dev.haru.auth.export.Archive.ArchivedFormerEmail;
import dev.haru.auth.export.Archive.ArchivedRecoveryCodes;
import dev.haru.auth.export.Archive.ArchivedSession;
import dev.haru.auth.export.Archive.ArchivedToken;
import dev.haru.platform.database.Instants;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The data of an account in this service, in pages by id: an item that exists during the whole export is in exactly one
 * page.
 *
 * <p>Longer than 120 lines because each section has its statement here.
 */
@Repository
class OwnData {

    private static final int PAGE = 500;

    private final JdbcClient jdbc;
    private final JsonMapper json;

    OwnData(JdbcClient jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /** The account, or no item after its deletion. */
    @Transactional
    DataPage account(UUID account) {
        return complete(read(
                """
                        select id, nickname, email, verified_email, email_verified_at, new_device_notices, created_at
                        from account where id = :account
                        """,
                account,
                null,
                (row, _) -> new ArchivedAccount(
                        id(row, "id"),
                        row.getString("nickname"),
                        row.getString("email"),
                        row.getString("verified_email"),
                        Instants.orNull(row, "email_verified_at"),
                        row.getBoolean("new_device_notices"),
                        Instants.of(row, "created_at"))));
    }

    /** The former addresses; ten at most, so they have one page. */
    @Transactional
    DataPage formerEmails(UUID account) {
        return complete(read(
                """
                        select email, expires_at from email_revert where account_id = :account order by expires_at
                        """,
                account,
                null,
                (row, _) -> new ArchivedFormerEmail(row.getString("email"), Instants.of(row, "expires_at"))));
    }

    /** The second factors without their secrets and keys; eleven at most, so they have one page. */
    @Transactional
    DataPage secondFactors(UUID account) {
        return complete(read(
                """
                        select id, kind, name, created_at, last_used_at from factor
                        where account_id = :account order by created_at, id
                        """,
                account,
                null,
                (row, _) -> new ArchivedFactor(
                        id(row, "id"),
                        row.getString("kind"),
                        row.getString("name"),
                        Instants.of(row, "created_at"),
                        Instants.orNull(row, "last_used_at"))));
    }

    /** The state of the recovery codes, also of an account that has none. */
    @Transactional
    DataPage recoveryCodes(UUID account) {
        return complete(read(
                """
                        select count(*) filter (where used_at is null) as remaining, max(created_at) as created_at,
                            max(used_at) as last_used_at
                        from recovery_code where account_id = :account
                        """,
                account,
                null,
                (row, _) -> new ArchivedRecoveryCodes(
                        row.getInt("remaining"),
                        Instants.orNull(row, "created_at"),
                        Instants.orNull(row, "last_used_at"))));
    }

    /**
     * The personal access tokens that have not ended; at most as many as an account may have, so they have one page.
     */
    @Transactional
    DataPage personalAccessTokens(UUID account) {
        return complete(read(
                """
                        select token.id, name, scopes, token.created_at, expires_at, last_used_at
                        from personal_access_token token join account on account.id = account_id
                        where account_id = :account and epoch >= session_epoch
                        order by token.created_at, token.id
                        """,
                account,
                null,
                (row, _) -> new ArchivedToken(
                        id(row, "id"),
                        row.getString("name"),
                        List.of(row.getString("scopes").split(" ", -1)),
                        Instants.of(row, "created_at"),
                        Instants.of(row, "expires_at"),
                        Instants.orNull(row, "last_used_at"))));
    }

    /** The sessions: open ones, and ended ones until the clean-up. */
    @Transactional
    DataPage sessions(UUID account, @Nullable UUID after) {
        return page(
                read(
                        """
                        with own as materialized (select * from session where account_id = :account)
                        select id, created_at, last_used_at, ended_at, device_id, address, user_agent from own
                        where cast(:after as uuid) is null or id > :after
                        order by id limit :page
                        """,
                        account,
                        after,
                        (row, _) -> new ArchivedSession(
                                id(row, "id"),
                                Instants.of(row, "created_at"),
                                Instants.of(row, "last_used_at"),
                                Instants.orNull(row, "ended_at"),
                                row.getObject("device_id", UUID.class),
                                row.getString("address"),
                                row.getString("user_agent"))),
                ArchivedSession::sessionId);
    }

    /** The devices that a sign-in has recorded. */
    @Transactional
    DataPage devices(UUID account, @Nullable UUID after) {
        return page(
                read(
                        """
                        with own as materialized (select * from device where account_id = :account)
                        select id, created_at, last_used_at, address, user_agent from own
                        where cast(:after as uuid) is null or id > :after
                        order by id limit :page
                        """,
                        account,
                        after,
                        (row, _) -> new ArchivedDevice(
                                id(row, "id"),
                                Instants.of(row, "created_at"),
                                Instants.of(row, "last_used_at"),
                                row.getString("address"),
                                row.getString("user_agent"))),
                ArchivedDevice::deviceId);
    }

    /** The security events, the oldest first. */
    @Transactional
    DataPage securityEvents(UUID account, @Nullable UUID after) {
        return page(
                read(
                        """
                        select id, kind, at, session_id, address, user_agent from security_event
                        where account_id = :account and (cast(:after as uuid) is null or id > :after)
                        order by id limit :page
                        """,
                        account,
                        after,
                        (row, _) -> new ArchivedEvent(
                                id(row, "id"),
                                row.getString("kind"),
                                Instants.of(row, "at"),
                                row.getObject("session_id", UUID.class),
                                row.getString("address"),
                                row.getString("user_agent"))),
                ArchivedEvent::eventId);
    }

    private <T> List<T> read(String sql, UUID account, @Nullable UUID after, RowMapper<T> mapper) {
        return jdbc.sql(sql)
                .param("account", account)
                .param("after", after)
                .param("page", PAGE)
                .query(mapper)
                .list();
    }

    private DataPage complete(List<?> items) {
        return new DataPage(tree(items), null);
    }

    private <T> DataPage page(List<T> items, Function<T, UUID> id) {
        return new DataPage(tree(items), items.size() < PAGE ? null : id.apply(items.getLast()));
    }

    private List<JsonNode> tree(List<?> items) {
        return items.stream().<JsonNode>map(json::valueToTree).toList();
    }

    private static UUID id(ResultSet row, String column) throws SQLException {
        return row.getObject(column, UUID.class);
    }
}
