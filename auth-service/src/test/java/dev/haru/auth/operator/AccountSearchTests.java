package dev.haru.auth.operator;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static dev.haru.auth.AuthCalls.readAll;
import static dev.haru.auth.operator.OperatorFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.totp.FactorCalls;
import dev.haru.auth.totp.FactorCalls.Member;
import dev.haru.platform.test.EmbeddedDatabase;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The search for accounts. */
@AuthServiceTest
@ExtendWith(OutputCaptureExtension.class)
class AccountSearchTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private FactorCalls factors;

    @Autowired
    private MockMvcTester http;

    @Autowired
    private OperatorsEndpoint command;

    private OperatorFixture fixture;
    private Member operator;
    private String prefix;
    private UUID first;

    @BeforeEach
    void threeAccounts() throws Exception {
        fixture = new OperatorFixture(http, calls, factors, command);
        operator = fixture.operator("support");
        prefix = freshNickname();
        first = fixture.plainMember(prefix);
        fixture.plainMember(prefix + "_b");
        fixture.plainMember(prefix + "_가");
    }

    @Test
    void eachReadWritesALogLine(CapturedOutput output) throws Exception {
        search(prefix, "&limit=1");
        search(prefix, "&limit=1");
        fixture.get(operator.token(), "/" + first + "/acts");

        assertThat(output.getOut().lines().filter(line -> line.contains("operator " + operator.account())))
                .satisfiesExactly(
                        line -> assertThat(line).contains("finds accounts [" + first + "]"),
                        line -> assertThat(line).contains("finds accounts [" + first + "]"),
                        line -> assertThat(line).contains("reads account " + first));
        assertThat(output).as("the query is personal data").doesNotContain(prefix);
    }

    @Test
    void beginningOfANicknameFindsItsAccountsInPages() throws Exception {
        List<Object> found = new ArrayList<>();
        MvcTestResult page = search(prefix.toUpperCase(), "&limit=2");
        found.addAll(readAll(page, "$.items[*].nickname"));
        assertThat(found).hasSize(2);
        page = search(prefix.toUpperCase(), "&limit=2&cursor=" + read(page, "$.nextCursor"));
        found.addAll(readAll(page, "$.items[*].nickname"));

        assertThat(found).containsExactly(prefix, prefix + "_b", prefix + "_가");
        assertThat(page).bodyJson().extractingPath("$.nextCursor").isNull();
    }

    @Test
    void accountIsFoundByIdAndByVerifiedAddress() throws Exception {
        String address = prefix + "@example.org";
        fixture.update("update account set email = ?, email_key = ? where id = ?", address, address, first);
        assertThat(ids(address)).as("a claimed address").isEmpty();
        fixture.update(
                "update account set verified_email = ?, verified_email_key = ? where id = ?", address, address, first);

        assertThat(ids(address.toUpperCase())).containsExactly(first.toString());
        assertThat(ids(first.toString().toUpperCase())).containsExactly(first.toString());
        assertThat(ids(UUID.randomUUID().toString())).isEmpty();
        assertThat(ids(address.substring(0, address.length() - 1))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "_", "n%", "%%%", "*", "\\", "' or '1'='1", "n' --", ".*", "\uDBFF\uDFFF"})
    void noCharacterIsAWildcard(String query) throws Exception {
        assertThat(search(query, "")).hasStatusOk();
        assertThat(ids(query)).isEmpty();
    }

    @Test
    void underscoreFindsOnlyItself() throws Exception {
        assertThat(ids(prefix + "_")).hasSize(2);
        assertThat(ids(prefix.substring(0, prefix.length() - 1) + "_")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "query=",
                "query=%20",
                "query=a%00b",
                "query=a%0Ab",
                "query=a&limit=0",
                "query=a&limit=101",
                "query=a&limit=99999999999",
                "query=a&cursor=%25",
                "query=a&cursor=AA",
                "query=a&offset=5"
            })
    void invalidSearchIsRefused(String parameters) throws Exception {
        assertThat(problem(get(parameters))).isEqualTo("400 invalid-request");
    }

    @Test
    void longInputIsRefused() throws Exception {
        assertThat(get("query=" + "a".repeat(254))).hasStatusOk();
        assertThat(problem(get("query=" + "a".repeat(255)))).isEqualTo("400 invalid-request");
        assertThat(problem(get("query=a&cursor=" + "A".repeat(513)))).isEqualTo("400 invalid-request");
    }

    @Test
    void erasedAccountIsNotFound() throws Exception {
        assertThat(calls.erase(fixture.signIn(prefix), PASSWORD)).hasStatus(202);

        assertThat(ids(prefix)).hasSize(2);
        assertThat(ids(first.toString())).isEmpty();
    }

    @Test
    void searchReadsARangeOfAnIndex() throws Exception {
        try (Connection connection =
                DriverManager.getConnection(EmbeddedDatabase.url(), "auth_service", EmbeddedDatabase.SECRET)) {
            connection.setAutoCommit(false);
            JdbcClient jdbc = JdbcClient.create(new SingleConnectionDataSource(connection, true));
            jdbc.sql("set local search_path to auth").update();
            jdbc.sql("""
                    insert into account (id, nickname, nickname_key, password_hash, version, created_at)
                    select uuidv7(), 'plan' || i, 'plan' || i, '{none}', 0, now() from generate_series(1, 20000) i
                    """).update();
            jdbc.sql("analyze account").update();

            List<String> plan = jdbc.sql("explain (costs off) " + AccountSearch.BY_NICKNAME)
                    .param("from", "plan1")
                    .param("to", "plan1\uDBFF\uDFFF")
                    .param("after", "plan12")
                    .param("limit", 20)
                    .query((row, _) -> row.getString(1))
                    .list();
            connection.rollback();

            assertThat(String.join("\n", plan))
                    .contains("account_nickname_folded_search_idx")
                    .doesNotContain("Seq Scan", "Sort");
        }
    }

    private List<Object> ids(String query) throws Exception {
        return readAll(search(query, ""), "$.items[*].accountId");
    }

    private MvcTestResult search(String query, String more) {
        return get("query=" + URLEncoder.encode(query, StandardCharsets.UTF_8) + more);
    }

    /** Sends the parameters as they stand. */
    private MvcTestResult get(String parameters) {
        return http.get()
                .uri(URI.create("/v1/admin/accounts?" + parameters))
                .header("Authorization", "Bearer " + operator.token())
                .exchange();
    }
}
