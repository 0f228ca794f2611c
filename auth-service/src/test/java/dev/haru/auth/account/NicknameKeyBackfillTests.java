package dev.haru.auth.account;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.code;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * An older account is one that a version without folded nicknames has written; Java's lower case keeps ẞ and ss apart.
 */
@AuthServiceTest
class NicknameKeyBackfillTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private NicknameKeyBackfill backfill;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private final String name = freshNickname();

    @Test
    void newAccountIsFoundByPodsOfThePreviousVersion() throws Exception {
        calls.register(name + "\u1e9e");

        assertThat(jdbc.sql("select nickname from account where nickname_key = ?")
                        .param(Nickname.foldedBefore(name + "\u1e9e"))
                        .query(String.class)
                        .single())
                .isEqualTo(name + "\u1e9e");
    }

    @Test
    void olderAccountSignsInInEachSpelling() throws Exception {
        older(name + "\u1e9e");
        assertThat(calls.login(name + "\u1e9e", PASSWORD)).as("before").hasStatusOk();
        assertThat(code(calls.register(name + "\u1e9e"))).isEqualTo("nickname-taken");

        backfill.run();

        assertThat(calls.login(name + "\u1e9e", PASSWORD)).hasStatusOk();
        assertThat(calls.login(name.toUpperCase(Locale.ROOT) + "SS", PASSWORD)).hasStatusOk();
        assertThat(code(calls.register(name + "ss"))).isEqualTo("nickname-taken");
    }

    @Test
    void olderAccountsWithOneKeyKeepTheirNicknames() throws Exception {
        UUID first = older(name + "ss");
        UUID second = older(name + "\u1e9e");

        backfill.run();
        backfill.run();

        assertThat(foldedOf(first)).isEqualTo(name + "ss");
        assertThat(foldedOf(second)).isNull();
        assertThat(accountOf(name + "ss")).isEqualTo(first);
        assertThat(accountOf(name + "\u00df")).isEqualTo(first);
        assertThat(accountOf(name + "\u1e9e")).isEqualTo(second);
        assertThat(code(calls.register(name + "\u1e9e"))).isEqualTo("nickname-taken");
        assertThat(code(calls.register(name + "\u00df"))).isEqualTo("nickname-taken");
    }

    @Test
    void accountWithoutAKeyChangesItsCapitals() throws Exception {
        older(name + "ss");
        UUID second = older(name + "\u1e9e");
        backfill.run();
        UUID session = calls.sessionOf(calls.signIn(name + "\u1e9e"));

        assertThat(calls.identify(second, session, name.toUpperCase(Locale.ROOT) + "\u1e9e", "null"))
                .hasStatusOk();

        assertThat(foldedOf(second)).isNull();
        assertThat(accountOf(name + "\u1e9e")).isEqualTo(second);
    }

    @Test
    void accountWithoutAKeyGetsItAfterTheOtherIsGone() throws Exception {
        UUID first = older(name + "ss");
        UUID second = older(name + "\u1e9e");
        backfill.run();
        jdbc.sql("delete from account where id = ?").param(first).update();

        backfill.run();

        assertThat(foldedOf(second)).isEqualTo(name + "ss");
        assertThat(accountOf(name + "ss")).isEqualTo(second);
    }

    @Test
    void renameByAnOlderVersionGetsAnotherKey() throws Exception {
        UUID account = UUID.fromString(read(calls.register(name), "$.memberId"));
        jdbc.sql("update account set nickname = ?, nickname_key = ? where id = ?")
                .params(name + "\u1e9e", Nickname.foldedBefore(name + "\u1e9e"), account)
                .update();
        assertThat(accountOf(name + "\u1e9e")).as("before").isEqualTo(account);
        assertThat(calls.login(name, PASSWORD)).hasStatus(401);

        backfill.run();

        assertThat(foldedOf(account)).isEqualTo(name + "ss");
    }

    @Test
    void skeletonIsComputedAnewAndStaysClaimed() throws Exception {
        UUID account = older(name + "\u1e9e");
        jdbc.sql("update account set nickname_skeleton = 'x' || id where id = ?")
                .param(account)
                .update();

        backfill.run();

        assertThat(jdbc.sql("select nickname_skeleton from account where id = ? and skeleton_claimed")
                        .param(account)
                        .query(String.class)
                        .single())
                .isEqualTo(Skeleton.of(name + "\u1e9e"));
    }

    @Test
    void moreAccountsThanABatchAreComplete() {
        jdbc.sql("""
                        insert into account (id, nickname, nickname_key, password_hash, version, created_at)
                        select uuidv7(), :name || i, :name || i, '{noop}', 0, now() from generate_series(1, 1001) i
                        """).param("name", name).update();

        backfill.run();

        assertThat(jdbc.sql("select count(*) from account where nickname_key like ? and nickname_folded is null")
                        .param(name + "%")
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    /** Registers an account and removes what the previous version does not write. */
    private UUID older(String nickname) throws Exception {
        UUID account = UUID.fromString(
                read(calls.register("x" + UUID.randomUUID().toString().substring(0, 20)), "$.memberId"));
        jdbc.sql("""
                        update account set nickname = :nickname, nickname_key = :key, nickname_folded = null,
                            nickname_skeleton = :skeleton,
                            skeleton_claimed = not exists (
                                select 1 from account other where other.nickname_skeleton = :skeleton)
                        where id = :id
                        """)
                .param("nickname", nickname)
                .param("key", Nickname.foldedBefore(nickname))
                .param("skeleton", Skeleton.before(nickname))
                .param("id", account)
                .update();
        return account;
    }

    private @Nullable String foldedOf(UUID account) {
        return jdbc.sql("select nickname_folded from account where id = ?")
                .param(account)
                .query((row, _) -> row.getString(1))
                .list()
                .getFirst();
    }

    private UUID accountOf(String nickname) throws Exception {
        String session = calls.sessionOf(calls.signIn(nickname)).toString();
        return jdbc.sql("select account_id from session where id = ?")
                .param(UUID.fromString(session))
                .query(UUID.class)
                .single();
    }
}
