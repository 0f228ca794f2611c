package dev.haru.auth.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.Neighbour;
import dev.haru.platform.test.EmbeddedDatabase;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@AuthServiceTest
class IdentifiersTests {

    @Autowired
    private MockMvcTester http;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    @BeforeEach
    void neighbourIsUp() {
        Neighbour.takesEverything();
    }

    @Test
    void whenFreeTheAccountTakesThemAndAnnouncesIt() throws Exception {
        UUID account = register(newNickname());
        String nickname = newNickname();

        MvcTestResult answer = identify(account, nickname, "\"%s@example.org\"".formatted(nickname));

        assertThat(answer)
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.accountVersion")
                .isEqualTo(1);
        assertThat(login(nickname)).hasStatusOk();
        assertThat(announcements(account)).singleElement().asString().contains("identified", nickname);
    }

    @Test
    void whenTheyAreTheSameTheVersionStaysAndNothingIsAnnounced() throws Exception {
        String nickname = newNickname();
        UUID account = register(nickname);

        assertThat(identify(account, nickname, "null"))
                .bodyJson()
                .extractingPath("$.accountVersion")
                .isEqualTo(0);
        assertThat(announcements(account)).isEmpty();
    }

    @Test
    void whenTakenNothingChanges() throws Exception {
        String taken = newNickname();
        register(taken);
        String own = newNickname();
        UUID account = register(own);

        assertThat(identify(account, taken, "null"))
                .hasStatus(409)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("nickname-taken");
        assertThat(login(own)).hasStatusOk();
        assertThat(announcements(account)).isEmpty();
    }

    @Test
    void whenTheAccountIsUnknownItIs404() {
        assertThat(identify(UUID.randomUUID(), newNickname(), "null")).hasStatus(404);
    }

    @Test
    void whenTheNicknameIsNotValidItIsNamed() throws Exception {
        assertThat(identify(register(newNickname()), "two words", "null"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("nickname");
    }

    private UUID register(String nickname) throws Exception {
        MvcTestResult answer = post("register", """
                {"nickname": "%s", "password": "password12345678", "region_name": "Seoul"}
                """.formatted(nickname));
        return UUID.fromString(JsonPath.read(answer.getResponse().getContentAsString(), "$.memberId"));
    }

    private MvcTestResult login(String nickname) {
        return post("login", """
                {"nickname": "%s", "password": "password12345678"}
                """.formatted(nickname));
    }

    private MvcTestResult post(String call, String body) {
        return http.post()
                .uri("/v1/auth/user/" + call)
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }

    private MvcTestResult identify(UUID account, String nickname, String email) {
        return http.put()
                .uri("/internal/accounts/{id}/identifiers", account)
                .header("X-Service-Credential", "member-service:" + EmbeddedDatabase.SECRET)
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"nickname\": \"%s\", \"email\": %s}".formatted(nickname, email))
                .exchange();
    }

    private List<String> announcements(UUID account) {
        return jdbc.sql("select payload::text from outbox where account_id = ? and payload ->> 'kind' = 'identified'")
                .param(account)
                .query((row, _) -> row.getString(1))
                .list();
    }

    private static String newNickname() {
        return "n" + UUID.randomUUID().toString().substring(0, 13);
    }
}
