package dev.haru.auth.operator;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.totp.FactorCalls;
import dev.haru.auth.totp.FactorCalls.Member;
import dev.haru.platform.test.EmbeddedDatabase;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Operators, and their calls. */
final class OperatorFixture {

    static final String REASON = "ticket 4711";

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private final MockMvcTester http;
    private final AuthCalls calls;
    private final FactorCalls factors;
    private final OperatorsEndpoint command;

    OperatorFixture(MockMvcTester http, AuthCalls calls, FactorCalls factors, OperatorsEndpoint command) {
        this.http = http;
        this.calls = calls;
        this.factors = factors;
        this.command = command;
    }

    /** Returns a member with an authenticator app, whose session has a fresh proof. */
    Member member() throws Exception {
        return factors.memberWithTotp(freshNickname());
    }

    /** Returns an operator to whom the command has granted the role. */
    Member operator(String role) throws Exception {
        Member member = member();
        command.change(member.nickname(), role, "min.seo", REASON);
        return member;
    }

    /** Returns the id of a new member without a second factor. */
    UUID plainMember(String nickname) throws Exception {
        return UUID.fromString(read(calls.register(nickname), "$.memberId"));
    }

    /** Returns the access token of a new session. */
    String signIn(String nickname) throws Exception {
        return read(calls.login(nickname, PASSWORD), "$.token");
    }

    MvcTestResult look(Member operator, UUID account) {
        return get(operator.token(), "/" + account);
    }

    MvcTestResult get(@Nullable String token, String path) {
        return send(HttpMethod.GET, token, path, null);
    }

    MvcTestResult act(Member operator, UUID account, String act) {
        return send(HttpMethod.POST, operator.token(), "/" + account + "/acts", """
                {"act": "%s", "reason": "%s"}
                """.formatted(act, REASON));
    }

    MvcTestResult changeRole(Member operator, UUID account, String role) {
        return send(HttpMethod.PUT, operator.token(), "/" + account + "/role", """
                {"role": "%s", "reason": "%s"}
                """.formatted(role, REASON));
    }

    MvcTestResult changeLimit(Member operator, UUID account, String limit) {
        return send(HttpMethod.PUT, operator.token(), "/" + account + "/schedule-limit", """
                {"limit": %s, "reason": "%s"}
                """.formatted(limit, REASON));
    }

    MvcTestResult send(HttpMethod method, @Nullable String token, String path, @Nullable String body) {
        var call = http.method(method).uri("/v1/admin/accounts" + path);
        if (token != null) {
            call = call.header("Authorization", "Bearer " + token);
        }
        return body == null
                ? call.exchange()
                : call.contentType(MediaType.APPLICATION_JSON).content(body).exchange();
    }

    /** Returns the status and the code of a problem, such as {@code 403 last-admin}. */
    static String problem(MvcTestResult result) throws Exception {
        return result.getResponse().getStatus() + " " + read(result, "$.code");
    }

    @Nullable String roleOf(UUID account) {
        return (String) jdbc.sql("select role from account where id = ?")
                .param(account)
                .query()
                .singleRow()
                .get("role");
    }

    /** Returns the number of active administrators among all accounts of the tests. */
    int admins() {
        return jdbc.sql("""
                        select count(*) from account
                        where role = 'admin' and second_factor and disabled_at is null and erased_at is null
                        """).query(Integer.class).single();
    }

    int acts(UUID account) {
        return jdbc.sql("select count(*) from operator_act where account_id = ?")
                .param(account)
                .query(Integer.class)
                .single();
    }

    void update(String sql, Object... parameters) {
        jdbc.sql(sql).params(parameters).update();
    }
}
