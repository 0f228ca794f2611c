package dev.haru.auth.export;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static dev.haru.auth.AccountFixture.freshNickname;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.FakeService;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** An account whose data the fake upstream services have, and the calls of its owner. */
final class ExportFixture {

    private static final String EMPTY = "{\"items\":[],\"next\":null}";

    private final MockMvcTester http;
    private final AuthCalls calls;
    private final MovableClock clock;
    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    String nickname = "";
    UUID account = new UUID(0, 0);
    String token = "";

    ExportFixture(MockMvcTester http, AuthCalls calls, MovableClock clock) {
        this.http = http;
        this.calls = calls;
        this.clock = clock;
    }

    /** Registers and signs in a member of whom the upstream services have a profile only. */
    void newMember() throws Exception {
        // An earlier test may have made an upstream service unreachable, and the clock stands still.
        clock.advance(Duration.ofSeconds(6));
        jdbc.sql("delete from account_export").update();
        newMemberBeside();
    }

    /** Registers and signs in another member. */
    void newMemberBeside() throws Exception {
        nickname = freshNickname();
        account = UUID.fromString(AuthCalls.read(calls.register(nickname), "$.memberId"));
        signIn();
        page("profile", null, "{\"items\":[{\"memberId\":\"%s\"}]}".formatted(account));
        for (String data : new String[] {"schedules", "deleted-schedules", "templates", "ratings", "adoptions"}) {
            page(data, null, EMPTY);
        }
    }

    void signIn() throws Exception {
        token = AuthCalls.read(calls.login(nickname, AuthCalls.PASSWORD), "$.token");
    }

    /** Makes an upstream service return this page after an item. */
    void page(String data, @Nullable UUID after, String page) {
        FakeService.SERVER.stubFor(get(urlPathEqualTo(path(data)))
                .withQueryParam("after", after == null ? absent() : equalTo(after.toString()))
                .willReturn(okJson(page)));
    }

    void unavailable(String data) {
        FakeService.SERVER.stubFor(
                get(urlPathEqualTo(path(data))).willReturn(aResponse().withStatus(503)));
    }

    String path(String data) {
        return "/internal/members/" + account + "/export/" + data;
    }

    MvcTestResult request() {
        return call(HttpMethod.POST, "/v1/auth/export");
    }

    /** Requests an export and returns its location. */
    String requested() {
        return location(request());
    }

    static String location(MvcTestResult answer) {
        String location = answer.getResponse().getHeader("Location");
        return location == null ? "none, status " + answer.getResponse().getStatus() : location;
    }

    MvcTestResult read(String location) {
        return call(HttpMethod.GET, location);
    }

    private MvcTestResult call(HttpMethod method, String path) {
        return http.method(method)
                .uri(path)
                .header("Authorization", "Bearer " + token)
                .exchange();
    }

    int rows(String table) {
        String sql = table.equals("account_export_part")
                ? "select count(*) from account_export_part join account_export on id = export_id where account_id = ?"
                : "select count(*) from %s where account_id = ?".formatted(table);
        return jdbc.sql(sql).param(account).query(Integer.class).single();
    }

    JdbcClient jdbc() {
        return jdbc;
    }
}
