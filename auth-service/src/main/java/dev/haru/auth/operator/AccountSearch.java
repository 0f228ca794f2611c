package dev.haru.auth.operator;

import dev.haru.auth.account.Accounts;
import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.Instants;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Finds accounts by id, by verified e-mail address, or by the beginning of the nickname. The beginning is a range of an
 * index and no pattern, so no character of a query is a wildcard.
 *
 * <p>Longer than 120 lines because the statement of a page and its cursor stand together.
 */
@Repository
class AccountSearch {

    static final String BY_NICKNAME = """
            select id, nickname, verified_email, created_at, disabled_at, role, coalesce(nickname_folded, nickname_key) as key
            from account
            where coalesce(nickname_folded, nickname_key) collate "C" >= :from
              and coalesce(nickname_folded, nickname_key) collate "C" < :to
              and coalesce(nickname_folded, nickname_key) collate "C" > :after and erased_at is null
            order by coalesce(nickname_folded, nickname_key) collate "C"
            limit :limit
            """;

    private static final String BY_KEY = """
            select id, nickname, verified_email, created_at, disabled_at, role, coalesce(nickname_folded, nickname_key) as key
            from account where %s = ? and erased_at is null
            """;

    private static final Pattern ID =
            Pattern.compile("\\p{XDigit}{8}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{12}");

    /** No nickname has this character, the last one in the order of code points. */
    private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

    private final JdbcClient jdbc;

    AccountSearch(DataSource dataSource) {
        this.jdbc = Autocommit.over(dataSource);
    }

    /** Returns the id that a text is; empty for another text. */
    static Optional<UUID> idIn(String text) {
        return ID.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
    }

    /**
     * Returns the account with this id or address, or else the accounts whose nicknames begin with the query, by
     * nickname.
     *
     * @param cursor the cursor of the last account of the previous page; null for the first page
     */
    List<FoundAccount> find(String query, @Nullable String cursor, int limit) {
        String after = cursor == null ? "" : keyIn(cursor);
        if (Accounts.isAddress(query)) {
            return cursor == null ? byKey("verified_email_key", Accounts.unknownKeyOf(query)) : List.of();
        }
        List<FoundAccount> byId = idIn(query)
                .filter(_ -> cursor == null)
                .map(id -> byKey("id", id))
                .orElse(List.of());
        return byId.isEmpty() ? byNickname(Accounts.keyOf(query), after, limit) : byId;
    }

    private List<FoundAccount> byKey(String column, Object key) {
        return jdbc.sql(BY_KEY.formatted(column))
                .param(key)
                .query((row, _) -> account(row))
                .list();
    }

    private List<FoundAccount> byNickname(String from, String after, int limit) {
        return jdbc.sql(BY_NICKNAME)
                .param("from", from)
                .param("to", from + LAST)
                .param("after", after)
                .param("limit", limit)
                .query((row, _) -> account(row))
                .list();
    }

    private static String keyIn(String cursor) {
        try {
            String key = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            if (key.chars().noneMatch(Character::isISOControl)) {
                return key;
            }
        } catch (IllegalArgumentException notBase64) {
            // The problem is the same as for other invalid text.
        }
        throw InvalidRequest.field("cursor", Message.of("field.cursor"));
    }

    private static FoundAccount account(ResultSet row) throws SQLException {
        return new FoundAccount(
                row.getObject("id", UUID.class),
                row.getString("nickname"),
                row.getString("verified_email"),
                Instants.of(row, "created_at"),
                Instants.orNull(row, "disabled_at"),
                row.getString("role"),
                row.getString("key"));
    }

    /** An account that the search found. */
    record FoundAccount(
            UUID id,
            String nickname,
            @Nullable String email,
            Instant createdAt,
            @Nullable Instant disabledAt,
            @Nullable String role,
            String nicknameKey) {

        String cursor() {
            return Base64.getUrlEncoder().withoutPadding().encodeToString(nicknameKey.getBytes(StandardCharsets.UTF_8));
        }
    }
}
