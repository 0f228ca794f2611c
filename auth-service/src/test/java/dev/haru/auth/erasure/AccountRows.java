package dev.haru.auth.erasure;

import dev.haru.auth.AccountFixture;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.OpenTransaction;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An account with rows in all tables that an erasure empties. */
final class AccountRows {

    /** Tables that keep rows of an erased account, with the reason. */
    static final Map<String, String> KEPT = Map.of(
            "operator_act", "the record of an act stays for haru.operator.keep-acts",
            "freed_nickname", "the digest of the nickname stays until its hold is over");

    /** A row of each table with a column account_id. */
    private static final Map<String, String> ROWS = Map.ofEntries(
            Map.entry("session", """
                    insert into session (id, account_id, created_at, last_used_at, address)
                    values (:account, :account, now(), now(), '192.0.2.1')
                    """),
            Map.entry("access_token", """
                    insert into access_token (hash, session_id, account_id, expires_at)
                    values (sha256(:text), :account, :account, now() + interval '1 hour')
                    """),
            Map.entry("token_history", """
                    insert into token_history (hash, kind, session_id, account_id, expires_at, archived_at)
                    values (sha256(:text), 'access', :account, :account, now(), now())
                    """),
            Map.entry("device", """
                    insert into device (id, account_id, epoch, created_at, last_used_at, address)
                    values (:account, :account, 0, now(), now(), '192.0.2.1')
                    """),
            Map.entry("security_event", """
                    insert into security_event (account_id, kind, at, address)
                    values (:account, 'signed-in', now(), '192.0.2.1')
                    """),
            Map.entry("personal_access_token", """
                    insert into personal_access_token
                        (id, account_id, epoch, hash, name, scopes, created_at, expires_at)
                    values (:account, :account, 0, sha256(:text), 'script', '', now(), now() + interval '1 year')
                    """),
            Map.entry("factor", "insert into factor (account_id, kind, created_at) values (:account, 'totp', now())"),
            Map.entry("pending_totp", """
                    insert into pending_totp (account_id, secret, expires_at) values (:account, sha256(:text), now())
                    """),
            Map.entry("recovery_code", """
                    insert into recovery_code (account_id, code_hash, created_at)
                    values (:account, sha256(:text), now())
                    """),
            Map.entry("sign_in_transaction", """
                    insert into sign_in_transaction (token_hash, account_id, epoch, expires_at)
                    values (sha256(:text), :account, 0, now())
                    """),
            Map.entry("code_failure", """
                    insert into code_failure (account_id, source, epoch, failures, since)
                    values (:account, :account, 0, 1, now())
                    """),
            Map.entry("email_verification", """
                    insert into email_verification (account_id, email, token_hash, code_hash, expires_at)
                    values (:account, 'a@example.org', sha256(:text), sha256(:text), now())
                    """),
            Map.entry("email_revert", """
                    insert into email_revert (token_hash, account_id, email, expires_at)
                    values (sha256(:text), :account, 'a@example.org', now())
                    """),
            Map.entry("recovery_token", """
                    insert into recovery_token (account_id, token_hash, expires_at)
                    values (:account, sha256(:text), now())
                    """),
            Map.entry("notice_token", """
                    insert into notice_token (token_hash, account_id, email_key, expires_at)
                    values (sha256(:text), :account, 'a@example.org', now())
                    """),
            Map.entry("account_export", """
                    insert into account_export (id, account_id, requested_at, section)
                    values (:account, :account, now(), 'account')
                    """),
            Map.entry("operator_act", """
                    insert into operator_act (id, account_id, kind, actor, reason, at)
                    values (:account, :account, 'disable', 'operator', 'test', now())
                    """),
            Map.entry("freed_nickname", """
                    insert into freed_nickname (digest, account_id, freed_at) values (sha256(:text), :account, now())
                    """));

    /** Tables whose rows the delivery of the erasure deletes before this store starts. */
    static final List<String> DELETED_BEFORE = List.of("outbox");

    private static final JdbcClient JDBC = EmbeddedDatabase.jdbcOnOneConnection("auth");

    private final UUID account;

    private AccountRows(UUID account) {
        this.account = account;
    }

    /** Inserts an account without other rows, and the partition of the token history for this month. */
    static AccountRows ofNewAccount() throws SQLException {
        createPartition();
        UUID account = UUID.randomUUID();
        JDBC.sql("""
                insert into account (id, nickname, nickname_key, password_hash, version, created_at)
                values (:id, :name, :name, '{none}', 0, now())
                """)
                .param("id", account)
                .param("name", AccountFixture.freshNickname())
                .update();
        return new AccountRows(account);
    }

    /** Returns the rows of an account that exists. */
    static AccountRows of(UUID account) {
        return new AccountRows(account);
    }

    /** Creates the partition as the service does, which owns the table. */
    private static void createPartition() throws SQLException {
        YearMonth month = YearMonth.now(ZoneOffset.UTC);
        try (OpenTransaction service = OpenTransaction.begin("auth")) {
            service.jdbc()
                    .sql("""
                            create table if not exists token_history_%s partition of token_history
                            for values from ('%s-01 00:00+00') to ('%s-01 00:00+00')
                            """.formatted(month.toString().replace('-', '_'), month, month.plusMonths(1)))
                    .update();
            service.commit();
        }
    }

    /** Returns the tables with a column account_id. */
    static List<String> tables() {
        return JDBC.sql("""
                        select table_name from information_schema.columns
                        where table_schema = 'auth' and column_name = 'account_id'
                            and table_name not like 'token\\_history\\_%'
                        order by table_name
                        """).query((row, _) -> row.getString(1)).list();
    }

    UUID id() {
        return account;
    }

    /** Inserts one row into each table except those of {@link #DELETED_BEFORE}. */
    void insertIntoAllTables() {
        insert("session");
        ROWS.keySet().stream().filter(table -> !table.equals("session")).forEach(this::insert);
    }

    /** Returns the tables that have a row of the account. */
    List<String> tablesWithRows() {
        return tables().stream().filter(table -> count(table) > 0).toList();
    }

    void insert(String table) {
        JDBC.sql(Objects.requireNonNull(ROWS.get(table), table))
                .param("account", account)
                .param("text", account.toString().getBytes(StandardCharsets.US_ASCII))
                .update();
    }

    void insertMany(String table, int number) {
        String sql = switch (table) {
            case "access_token" -> """
                    insert into access_token (hash, session_id, account_id, expires_at)
                    select sha256(cast(gen_random_uuid() as text)::bytea), :account, :account, now() + interval '1 hour'
                    from generate_series(1, :number)
                    """;
            case "refresh_token" -> """
                    insert into refresh_token (hash, session_id, generation, expires_at)
                    select sha256(cast(gen_random_uuid() as text)::bytea), :account, 0, now() + interval '1 hour'
                    from generate_series(1, :number)
                    """;
            case "security_event" -> """
                    insert into security_event (account_id, kind, at, address)
                    select :account, 'signed-in', now(), '192.0.2.1' from generate_series(1, :number)
                    """;
            case "session" -> """
                    insert into session (id, account_id, created_at, last_used_at, address)
                    select gen_random_uuid(), :account, now(), now(), '192.0.2.1' from generate_series(1, :number)
                    """;
            case "device" -> """
                    insert into device (id, account_id, epoch, created_at, last_used_at, address)
                    select gen_random_uuid(), :account, 0, now(), now(), '192.0.2.1' from generate_series(1, :number)
                    """;
            default -> """
                    insert into token_history (hash, kind, session_id, account_id, expires_at, archived_at)
                    select sha256(cast(gen_random_uuid() as text)::bytea), 'access', :account, :account, now(), now()
                    from generate_series(1, :number)
                    """;
        };
        JDBC.sql(sql).param("account", account).param("number", number).update();
    }

    /**
     * Returns the column with the id of the account. A refresh token has only its session, and {@link #insert} gives
     * the session the id of the account.
     */
    static String ownerColumn(String table) {
        return table.equals("refresh_token") ? "session_id" : "account_id";
    }

    int count(String table) {
        return JDBC.sql("select count(*) from %s where %s = ?".formatted(table, ownerColumn(table)))
                .param(account)
                .query(Integer.class)
                .single();
    }

    boolean exists() {
        return JDBC.sql("select exists (select 1 from account where id = ?)")
                .param(account)
                .query(Boolean.class)
                .single();
    }
}
