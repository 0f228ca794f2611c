package dev.haru.gateway.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.Chromium;
import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.reactive.server.WebTestClient;

@GatewayTest
class AccountPageTests {

    @Autowired
    private WebTestClient client;

    @LocalServerPort
    private int port;

    @TempDir
    private Path profile;

    @ParameterizedTest
    @ValueSource(strings = {"verify-email", "restore-email", "reset-password", "secure-account"})
    void pageRunsOnlyItsOwnScriptAndCallsNoService(String page) {
        client.get()
                .uri("/account/" + page + "?lang=ko")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentType("text/html;charset=UTF-8")
                .expectHeader()
                .value(
                        "Content-Security-Policy",
                        policy -> assertThat(policy)
                                .contains("script-src 'self';", "form-action 'none'", "frame-ancestors 'none'"))
                .expectHeader()
                .valueEquals("Referrer-Policy", "no-referrer");
        assertThat(FakeServices.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE"})
    void pageTakesNoWrite(String method) {
        client.method(HttpMethod.valueOf(method))
                .uri("/account/verify-email")
                .exchange()
                .expectStatus()
                .isEqualTo(405);
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void browserThatOpensTheLinkSendsNothing() throws IOException, InterruptedException {
        String dom = dom("/account/verify-email?lang=en#hre_token");

        assertThat(dom)
                .contains("Confirm your e-mail address", "Confirm the address")
                .doesNotContain("hre_token");
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void pageIsKoreanForAKoreanMail() throws IOException, InterruptedException {
        assertThat(dom("/account/restore-email?lang=ko#hre_token")).contains("<html lang=\"ko\">", "주소 되돌리기");
    }

    @Test
    void passwordIsMaskedAndManagersCanFillIt() throws IOException, InterruptedException {
        assertThat(dom("/account/reset-password?lang=en#hrp_token"))
                .containsPattern("<input id=\"password\"[^>]* type=\"password\" autocomplete=\"new-password\"");
    }

    @ParameterizedTest
    @CsvSource({"en, Secure your account, End all sessions", "ko, 계정 보호, 모든 세션 종료하기"})
    void pageOfANoticeEndsNothingBeforeAClick(String language, String title, String act) throws Exception {
        String dom = dom("/account/secure-account?lang=" + language + "#hrn_token");

        assertThat(dom).contains("<html lang=\"" + language + "\">", title, act).doesNotContain("hrn_token");
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void linkWithoutTokenIsIncomplete() throws IOException, InterruptedException {
        assertThat(dom("/account/verify-email?lang=en"))
                .contains("This link is not complete", "form id=\"form\" hidden");
    }

    private String dom(String path) throws IOException, InterruptedException {
        return Chromium.dom("http://localhost:" + port + path, profile);
    }
}
