package dev.haru.member.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.member.MemberServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An older row is one that a version without keys has written. */
@MemberServiceTest
class EmailKeyBackfillTests {

    @Autowired
    private MemberRepository members;

    @Autowired
    private EmailKeyBackfill backfill;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("member");
    private final UUID id = UUID.randomUUID();

    @Test
    void olderRowIsFoundInAnySpelling() {
        insertOlderRow(id + "@b\u00fccher.example");
        assertThat(members.findIdentityByEmail(id + "@xn--bcher-kva.example")).isEmpty();

        backfill.run();

        assertThat(members.findIdentityByEmail(id + "@xn--bcher-kva.example"))
                .hasValueSatisfying(found -> assertThat(found.memberId()).isEqualTo(id));
    }

    @Test
    void changeByAnOlderVersionGetsAnotherKey() {
        members.put(id, "haru_fan", id + "@example.org", "Seoul", 0, MemberFixture.JOINED_AT);
        jdbc.sql("update member set email = ? where id = ?")
                .params(id + "@b\u00fccher.example", id)
                .update();

        backfill.run();

        assertThat(members.findIdentityByEmail(id + "@example.org")).isEmpty();
        assertThat(members.findIdentityByEmail(id + "@xn--bcher-kva.example")).isPresent();
    }

    @Test
    void backfillOfMoreRowsThanABatchIsComplete() {
        jdbc.sql("""
                        insert into member (id, nickname, email, region_id, account_version, version, created_at, updated_at)
                        select gen_random_uuid(), 'n' || n, 'n' || n || '@example.org', 1, 0, 1, now(), now()
                        from generate_series(1, 1001) n
                        """).update();

        backfill.run();

        assertThat(jdbc.sql("select count(*) from member where email is not null and email_key is null")
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    private void insertOlderRow(String email) {
        jdbc.sql("""
                        insert into member (id, nickname, email, region_id, account_version, version, created_at, updated_at)
                        values (:id, 'haru_fan', :email, 1, 0, 1, now(), now())
                        """).param("id", id).param("email", email).update();
    }
}
