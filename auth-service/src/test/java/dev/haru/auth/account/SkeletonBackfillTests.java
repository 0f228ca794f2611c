package dev.haru.auth.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An older account is one that a version without skeletons has written. */
@AuthServiceTest
class SkeletonBackfillTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private SkeletonBackfill backfill;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private final String rest = UUID.randomUUID().toString().substring(0, 13);

    @Test
    void olderAccountClaimsItsSkeleton() {
        insertOlderAccount("a" + rest);

        backfill.run();

        assertThat(isClaimed("a" + rest)).isTrue();
        assertThat(calls.register("\u0430" + rest)).hasStatus(409);
    }

    @Test
    void olderLookAlikesKeepTheirNicknames() {
        insertOlderAccount("a" + rest);
        insertOlderAccount("\u0430" + rest);

        backfill.run();

        assertThat(isClaimed("a" + rest)).isNotEqualTo(isClaimed("\u0430" + rest));
    }

    @Test
    void olderLookAlikeOfNewerAccountClaimsNothing() {
        assertThat(calls.register("a" + rest)).hasStatus(201);
        insertOlderAccount("\u0430" + rest);

        backfill.run();

        assertThat(isClaimed("a" + rest)).isTrue();
        assertThat(isClaimed("\u0430" + rest)).isFalse();
    }

    @Test
    void backfillAddsSkeletonAfterRenameByOlderRelease() {
        calls.register("a" + rest);
        jdbc.sql("update account set nickname = :new, nickname_key = :new where nickname_key = :old")
                .param("new", "b" + rest)
                .param("old", "a" + rest)
                .update();

        backfill.run();

        assertThat(calls.register("\u0430" + rest)).hasStatus(201);
        assertThat(isClaimed("b" + rest)).isTrue();
        assertThat(skeletonOf("b" + rest)).isEqualTo(Skeleton.of("b" + rest));
    }

    private void insertOlderAccount(String nickname) {
        jdbc.sql("""
                        insert into account (id, nickname, nickname_key, password_hash, version, created_at)
                        values (gen_random_uuid(), :nickname, :nickname, '{noop}', 0, now())
                        """).param("nickname", nickname).update();
    }

    private boolean isClaimed(String nickname) {
        return jdbc.sql("select skeleton_claimed from account where nickname = ?")
                .param(nickname)
                .query(Boolean.class)
                .single();
    }

    private String skeletonOf(String nickname) {
        return jdbc.sql("select nickname_skeleton from account where nickname = ?")
                .param(nickname)
                .query(String.class)
                .single();
    }
}
