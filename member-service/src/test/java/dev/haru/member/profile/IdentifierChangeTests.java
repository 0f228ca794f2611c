package dev.haru.member.profile;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.serverError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.member.FakeAuthService;
import dev.haru.member.MemberServiceTest;
import dev.haru.platform.security.Scope;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Changes of the nickname and the e-mail address, which auth-service accepts or refuses. */
@MemberServiceTest
class IdentifierChangeTests {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MemberRepository members;

    private SignedInMember member;

    @BeforeEach
    void memberAndAuthService() {
        FakeAuthService.reset();
        member = SignedInMember.inSeoul(http, members);
    }

    @Test
    void identifiersChangeWhenAuthServiceAcceptsThem() {
        assertThat(member.patch("{\"nickname\": \"ｈａｒｕ\", \"email\": \"fan@example.org\", \"regionName\": \"Busan\"}"))
                .hasStatusOk()
                .hasHeader("ETag", "\"2\"")
                .bodyJson()
                .extractingPath("$.nickname")
                .isEqualTo("haru");

        assertThat(member.now().email()).isEqualTo("fan@example.org");
        assertThat(member.now().regionName()).isEqualTo("Busan");
        assertThat(FakeAuthService.identifierChanges())
                .singleElement()
                .satisfies(call -> assertThat(call.getBodyAsString())
                        .startsWith("{\"nickname\":\"haru\",\"email\":\"fan@example.org\",\"sessionId\":\""
                                + member.session())
                        .endsWith("\"address\":\"127.0.0.1\",\"userAgent\":null}"));
    }

    @Test
    void nullRemovesTheEmail() {
        member = SignedInMember.withEmail(http, members, "fan@example.org");

        assertThat(member.patch("{\"email\": null}"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.email")
                .isNull();
    }

    @Test
    void personalTokenChangesNoIdentifier() {
        member = member.withToken(
                FakeAuthService.personalTokenOf(member.profile().memberId(), Set.of(Scope.PROFILE_WRITE)));

        for (String change : List.of("{\"nickname\": \"renamed\"}", "{\"email\": \"fan@example.org\"}")) {
            assertThat(member.patch(change))
                    .hasStatus(403)
                    .hasHeader("WWW-Authenticate", "Bearer error=\"insufficient_scope\"")
                    .bodyJson()
                    .extractingPath("$.code")
                    .isEqualTo("insufficient-scope");
        }
        assertThat(FakeAuthService.identifierChanges()).isEmpty();
        assertThat(member.patch("{\"nickname\": \"%s\", \"regionName\": \"Apia\"}"
                        .formatted(member.profile().nickname())))
                .hasStatusOk();
    }

    @Test
    void identifiersThatAuthServiceRefusesChangeNothing() {
        FakeAuthService.stubIdentifiers(aResponse().withStatus(409).withBody("""
                {"type": "urn:haru:problem:nickname-taken", "status": 409, "code": "nickname-taken",
                 "detail": "Another account has this nickname."}
                """));

        MvcTestResult answer = member.patch("{\"nickname\": \"taken\", \"regionName\": \"Apia\"}")
                .header("If-Match", "\"1\"")
                .exchange();

        assertThat(answer).hasStatus(409);
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo("nickname-taken");
        assertThat(answer).bodyJson().extractingPath("$.instance").isEqualTo("/v1/members/me");
        assertThat(member.now()).isEqualTo(member.profile());

        FakeAuthService.acceptIdentifiers();
        assertThat(member.patch("{\"nickname\": \"free\"}").header("If-Match", "\"1\""))
                .hasStatusOk();
    }

    @Test
    void missingConfirmationReturns403AndOtherRefusals503() {
        FakeAuthService.stubIdentifiers(aResponse().withStatus(403).withBody("""
                {"status": 403, "code": "confirmation-required", "detail": "Confirm the password."}
                """));
        assertThat(member.patch("{\"nickname\": \"haru\"}"))
                .hasStatus(403)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("confirmation-required");
        assertThat(member.now()).isEqualTo(member.profile());

        FakeAuthService.stubIdentifiers(aResponse().withStatus(403).withBody("""
                {"status": 403, "code": "forbidden", "detail": "Not for you."}
                """));
        assertThat(member.patch("{\"nickname\": \"haru\"}")).hasStatus(503);
    }

    @Test
    void limitOfMailsReturns429AndChangesNothing() {
        FakeAuthService.stubIdentifiers(
                aResponse().withStatus(429).withHeader("Retry-After", "86400").withBody("""
                {"status": 429, "code": "too-many-mails", "detail": "The account has requested too many mails."}
                """));

        MvcTestResult answer =
                member.patch("{\"email\": \"other@example.org\"}").exchange();

        assertThat(answer).hasStatus(429).hasHeader("Retry-After", "86400");
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo("too-many-mails");
        assertThat(member.now()).isEqualTo(member.profile());
    }

    @Test
    void fieldRefusedByAuthServiceIsNamed() {
        FakeAuthService.stubIdentifiers(aResponse().withStatus(400).withBody("""
                {"status": 400, "code": "invalid-request", "detail": "A field is not valid.",
                 "errors": [{"field": "nickname", "message": "must have 2 to 40 letters"}]}
                """));

        MvcTestResult answer = member.patch("{\"nickname\": \"two words\"}").exchange();

        assertThat(answer).hasStatus(400);
        assertThat(answer).bodyJson().extractingPath("$.errors[0].field").isEqualTo("nickname");
        assertThat(answer).bodyJson().extractingPath("$.errors[0].message").isEqualTo("must have 2 to 40 letters");
    }

    @Test
    void problemOfAuthServiceIsInTheLanguageOfTheMember() {
        FakeAuthService.stubIdentifiers(aResponse().withStatus(409).withBody("""
                {"status": 409, "code": "nickname-taken", "detail": "다른 계정이 이 닉네임을 사용하고 있습니다."}
                """));

        MvcTestResult answer = member.patch("{\"nickname\": \"taken\"}")
                .header("Accept-Language", "ko-KR,ko;q=0.9")
                .exchange();

        assertThat(FakeAuthService.identifierChanges().getLast().getHeader("Accept-Language"))
                .isEqualTo("ko");
        assertThat(answer).hasStatus(409).hasHeader("Content-Language", "ko");
        assertThat(answer).bodyJson().extractingPath("$.title").isEqualTo("충돌");
        assertThat(answer).bodyJson().extractingPath("$.detail").isEqualTo("다른 계정이 이 닉네임을 사용하고 있습니다.");
    }

    @Test
    void outageOfAuthServiceChangesNothing() {
        FakeAuthService.stubIdentifiers(serverError());

        assertThat(member.patch("{\"nickname\": \"another\"}")).hasStatus(503).hasHeader("Retry-After", "1");

        assertThat(member.now()).isEqualTo(member.profile());
    }
}
