package dev.haru.auth;

import static dev.haru.auth.AuthCalls.read;

import dev.haru.platform.test.EmbeddedDatabase;
import java.util.UUID;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Accounts in the state that a test needs. */
@TestComponent
public class AccountFixture {

    private final AuthCalls calls;
    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    AccountFixture(AuthCalls calls) {
        this.calls = calls;
    }

    public static String freshNickname() {
        return "n" + UUID.randomUUID().toString().substring(0, 13);
    }

    public Member memberWithVerifiedAddress() throws Exception {
        String nickname = freshNickname();
        UUID account = UUID.fromString(read(calls.register(nickname), "$.memberId"));
        Member member = new Member(account, nickname, nickname + "@example.org");
        verify(account, member.address());
        return member;
    }

    /** Makes this address the claimed and the verified one, as if its owner had confirmed it. */
    public void verify(UUID account, String address) {
        jdbc.sql("""
                        update account set email = :email, email_key = :email, verified_email = :email,
                            verified_email_key = :email, email_verified_at = now()
                        where id = :id
                        """).param("email", address).param("id", account).update();
    }

    public void removeVerifiedAddress(UUID account) {
        jdbc.sql("update account set verified_email = null, verified_email_key = null where id = ?")
                .param(account)
                .update();
    }

    /** Returns the number of rows of an account in a table. */
    public int rows(String table, UUID account) {
        return jdbc.sql("select count(*) from %s where account_id = ?".formatted(table))
                .param(account)
                .query(Integer.class)
                .single();
    }

    /** A member without a session. */
    public record Member(UUID account, String nickname, String address) {}
}
