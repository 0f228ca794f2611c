package dev.haru.auth.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.totp.FactorCalls;
import dev.haru.platform.test.MovableClock;
import jakarta.servlet.http.HttpServletRequest;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.bouncycastle.util.encoders.Base32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.web.context.request.async.StandardServletAsyncWebRequest;
import org.springframework.web.context.request.async.WebAsyncUtils;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Requests and downloads of exports. */
@AuthServiceTest
class ExportTests {

    /** The start of each GZIP stream that Java writes. Its first three bytes alone also occur in encrypted bytes. */
    private static final String GZIP_HEADER = "\u001f\u008b\b\0\0\0\0\0\0";

    @Autowired
    private ExportRelay relay;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private FactorCalls factors;

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MovableClock clock;

    private ExportFixture owner;

    @BeforeEach
    void newMember() throws Exception {
        owner = new ExportFixture(http, calls, clock);
        owner.newMember();
    }

    @Test
    void archiveHasTheDataOfAllServices() throws Exception {
        owner.page("schedules", null, "{\"items\":[{\"title\":\"Zahnärztin\",\"added later\":7}]}");
        owner.jdbc()
                .sql("update account set new_device_notices = false where id = ?")
                .param(owner.account)
                .update();

        MvcTestResult requested = owner.request();
        assertThat(requested).hasStatus(202);
        String location = ExportFixture.location(requested);
        assertThat(owner.read(location)).hasStatus(202).containsHeader("Retry-After");
        assertThat(owner.read(location)).bodyJson().extractingPath("$.status").isEqualTo("gathering");
        relay.relay();

        MvcTestResult archive = owner.read(location);
        assertThat(archive).hasStatusOk();
        assertThat(AuthCalls.read(archive, "$.account.nickname")).isEqualTo(owner.nickname);
        assertThat(archive)
                .bodyJson()
                .extractingPath("$.account.newDeviceNotices")
                .isEqualTo(false);
        assertThat(AuthCalls.read(archive, "$.profile.memberId")).isEqualTo(owner.account.toString());
        assertThat(archive).bodyJson().extractingPath("$.schedules[0].title").isEqualTo("Zahnärztin");
        assertThat(archive)
                .bodyJson()
                .extractingPath("$.schedules[0]['added later']")
                .isEqualTo(7);
        assertThat(AuthCalls.readAll(archive, "$.sessions[*].sessionId")).hasSize(1);
        assertThat(AuthCalls.readAll(archive, "$.devices[*].deviceId")).hasSize(1);
        assertThat(AuthCalls.readAll(archive, "$.securityEvents[*].kind"))
                .contains("registered", "signed-in", "data-exported");
        assertThat(archive).bodyJson().extractingPath("$.adoptions").isEqualTo(List.of());
        assertThat(archive.getResponse().getContentAsString()).doesNotContain("argon2", AuthCalls.PASSWORD);
    }

    @Test
    void archiveHasFactorsAndTokensWithoutSecrets() throws Exception {
        byte[] secret = factors.begin(owner.token);
        MvcTestResult confirmed = factors.confirm(owner.token, factors.code(secret, 0));
        List<Object> codes = AuthCalls.readAll(confirmed, "$.recoveryCodes");
        MvcTestResult token = calls.createToken(
                owner.token, "{\"name\": \"Backup script\", \"scopes\": [\"profile:read\", \"schedules:read\"]}");
        owner.page("deleted-schedules", null, "{\"items\":[{\"title\":\"Deleted dentist\"}]}");
        String location = owner.requested();
        relay.relay();

        MvcTestResult archive = owner.read(location);
        assertThat(AuthCalls.readAll(archive, "$.secondFactors[*].kind")).containsExactly("totp");
        assertThat(archive)
                .bodyJson()
                .extractingPath("$.recoveryCodes.remaining")
                .isEqualTo(10);
        assertThat(AuthCalls.readAll(archive, "$.personalAccessTokens[*].name")).containsExactly("Backup script");
        assertThat(AuthCalls.readAll(archive, "$.personalAccessTokens[0].scopes[*]"))
                .containsExactly("profile:read", "schedules:read");
        assertThat(AuthCalls.readAll(archive, "$.deletedSchedules[*].title")).containsExactly("Deleted dentist");
        assertThat(archive.getResponse().getContentAsString())
                .doesNotContain(Base32.toBase32String(secret), AuthCalls.read(token, "$.token"))
                .doesNotContain(codes.stream().map(Object::toString).toList());
    }

    @Test
    void archiveIsAPrivateFileWithATag() {
        String location = owner.requested();
        relay.relay();

        MvcTestResult archive = owner.read(location);
        String tag = String.valueOf(archive.getResponse().getHeader("ETag"));
        assertThat(archive.getResponse().getHeader("Cache-Control")).contains("no-store");
        assertThat(archive.getResponse().getHeader("Content-Disposition")).startsWith("attachment; filename=");
        assertThat(archive.getResponse().getContentLengthLong())
                .isEqualTo(archive.getResponse().getContentAsByteArray().length);
        assertThat(owner.read(location).getResponse().getContentAsByteArray())
                .isEqualTo(archive.getResponse().getContentAsByteArray());
        for (String condition : List.of(tag, "*")) {
            assertThat(http.get()
                            .uri(location)
                            .header("Authorization", "Bearer " + owner.token)
                            .header("If-None-Match", condition)
                            .exchange())
                    .as(condition)
                    .hasStatus(304)
                    .hasHeader("ETag", tag);
        }
    }

    @Test
    void exportNeedsAFreshProof() {
        clock.advance(Duration.ofMinutes(6));
        MvcTestResult refused = owner.request();
        assertThat(refused).hasStatus(403);
        assertThat(refused).bodyJson().extractingPath("$.code").isEqualTo("confirmation-required");
        assertThat(owner.rows("account_export")).isZero();

        calls.confirm(owner.token, AuthCalls.PASSWORD);
        assertThat(owner.request()).hasStatus(202);
    }

    @Test
    void concurrentRequestsGetOneExport() throws Exception {
        try (ExecutorService both = Executors.newFixedThreadPool(2)) {
            var first = both.submit(owner::requested);
            var second = both.submit(owner::requested);
            assertThat(first.get()).startsWith("/v1/auth/export/").isEqualTo(second.get());
        }
        assertThat(owner.rows("account_export")).isOne();
        assertThat(AuthCalls.readAll(calls.get("events", owner.token), "$.items[?(@.kind == 'data-exported')]"))
                .hasSize(1);
    }

    @Test
    void fourthExportInADayIsRefused() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(owner.request()).hasStatus(202);
            relay.relay();
        }
        MvcTestResult refused = owner.request();
        assertThat(refused).hasStatus(429).hasHeader("Retry-After", "86400");
        assertThat(refused).bodyJson().extractingPath("$.code").isEqualTo("too-many-exports");

        clock.advance(Duration.ofDays(1));
        owner.signIn();
        assertThat(owner.request()).hasStatus(202);
    }

    @Test
    void otherAccountsExportIsNotFound() throws Exception {
        String location = owner.requested();
        relay.relay();
        owner.newMemberBeside();

        assertThat(owner.read(location)).hasStatus(404);
        assertThat(owner.read("/v1/auth/export/" + UUID.randomUUID())).hasStatus(404);
        assertThat(owner.read("/v1/auth/export/1")).hasStatus(400);
        assertThat(http.get().uri(location).exchange()).hasStatus(401);
    }

    @Test
    void archiveIsDeletedAfterADay() throws Exception {
        String location = owner.requested();
        relay.relay();
        clock.advance(Duration.ofHours(23));
        owner.signIn();
        assertThat(owner.read(location)).hasStatusOk();

        clock.advance(Duration.ofHours(1));
        owner.signIn();
        assertThat(owner.read(location)).as("expired").hasStatus(404);
        relay.deleteExpired();
        assertThat(owner.rows("account_export")).isZero();
    }

    @Test
    void storedArchiveIsUnreadableWithoutTheSecret() {
        owner.requested();
        relay.relay();

        assertThat(owner.jdbc()
                        .sql("select sealed from account_export_part order by position limit 1")
                        .query((row, _) -> row.getBytes(1))
                        .list())
                .isNotEmpty()
                .allSatisfy(stored -> assertThat(new String(stored, StandardCharsets.ISO_8859_1))
                        .doesNotContain("account", GZIP_HEADER));
    }

    @Test
    void accountHasTwoDownloadsAtATime(@Autowired Downloads downloads, @Autowired Exports exports) throws Exception {
        String location = owner.requested();
        relay.relay();
        Export export = exports.find(owner.account, UUID.fromString(location.substring(location.lastIndexOf('/') + 1)))
                .orElseThrow();
        List<StreamingResponseBody> begun = List.of(
                downloads.of(owner.account, export, asynchronous()),
                downloads.of(owner.account, export, asynchronous()));

        MvcTestResult third = owner.read(location);
        assertThat(third).hasStatus(429).hasHeader("Retry-After", "10");
        assertThat(third).bodyJson().extractingPath("$.code").isEqualTo("too-many-exports");
        assertThat(downloads.of(new UUID(0, 1), export, asynchronous()))
                .as("another account")
                .isNotNull();

        for (StreamingResponseBody download : begun) {
            download.writeTo(OutputStream.nullOutputStream());
        }
        assertThat(owner.read(location)).hasStatusOk();
    }

    private static HttpServletRequest asynchronous() {
        MockHttpServletRequest request = new MockHttpServletRequest();
        WebAsyncUtils.getAsyncManager(request)
                .setAsyncWebRequest(new StandardServletAsyncWebRequest(request, new MockHttpServletResponse()));
        return request;
    }

    @Test
    void archivesBeyondTheStorageAreRefused() throws Exception {
        owner.requested();
        relay.relay();
        owner.jdbc().sql("update account_export set stored_bytes = 2000000000").update();
        owner.newMemberBeside();

        MvcTestResult refused = owner.request();
        assertThat(refused).hasStatus(503).containsHeader("Retry-After");
        assertThat(refused).bodyJson().extractingPath("$.code").isEqualTo("exports-saturated");
    }
}
