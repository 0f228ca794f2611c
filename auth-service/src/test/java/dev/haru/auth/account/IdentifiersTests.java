package dev.haru.auth.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.Neighbour;
import dev.haru.platform.test.EmbeddedDatabase;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@AuthServiceTest
class IdentifiersTests {

    @Autowired
    private AuthCalls calls;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    @BeforeEach
    void neighbourIsUp() {
        Neighbour.takesEverything();
    }

    @Test
    void whenFreeTheAccountTakesThemAndAnnouncesIt() throws Exception {
        UUID account = register(newNickname());
        String nickname = newNickname();

        MvcTestResult answer = calls.identify(account, nickname, "\"%s@example.org\"".formatted(nickname));

        assertThat(answer)
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.accountVersion")
                .isEqualTo(1);
        assertThat(calls.login(nickname, AuthCalls.PASSWORD)).hasStatusOk();
        assertThat(announcements(account)).singleElement().asString().contains("identified", nickname);
    }

    @Test
    void whenTheyAreTheSameTheVersionStaysAndNothingIsAnnounced() throws Exception {
        String nickname = newNickname();
        UUID account = register(nickname);

        assertThat(calls.identify(account, nickname, "null"))
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

        assertThat(calls.identify(account, taken, "null"))
                .hasStatus(409)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("nickname-taken");
        assertThat(calls.login(own, AuthCalls.PASSWORD)).hasStatusOk();
        assertThat(announcements(account)).isEmpty();
    }

    @Test
    void whenItLooksLikeATakenOneNothingChanges() throws Exception {
        String rest = newNickname();
        register("a" + rest);
        UUID account = register(newNickname());

        assertThat(calls.identify(account, "\u0430" + rest, "null"))
                .hasStatus(409)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("nickname-taken");
        assertThat(announcements(account)).isEmpty();
    }

    @Test
    void whenOnlyItsCaseChangesItIsFree() throws Exception {
        String nickname = newNickname();
        UUID account = register(nickname);

        assertThat(calls.identify(account, nickname.toUpperCase(Locale.ROOT), "null"))
                .hasStatusOk();
    }

    @Test
    void whenTheAccountIsUnknownItIs404() {
        assertThat(calls.identify(UUID.randomUUID(), newNickname(), "null")).hasStatus(404);
    }

    @Test
    void whenTheNicknameIsNotValidItIsNamed() throws Exception {
        assertThat(calls.identify(register(newNickname()), "two words", "null"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("nickname");
    }

    private UUID register(String nickname) throws Exception {
        return UUID.fromString(AuthCalls.read(calls.register(nickname), "$.memberId"));
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
