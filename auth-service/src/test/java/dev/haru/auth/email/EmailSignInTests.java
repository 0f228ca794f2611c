package dev.haru.auth.email;

import static dev.haru.auth.AuthCalls.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Sign-in with an address in place of the nickname. */
@AuthServiceTest
class EmailSignInTests {

    @Autowired
    private EmailFixture emails;

    @Autowired
    private AuthCalls calls;

    private EmailMember member;

    @BeforeEach
    void register() throws Exception {
        member = emails.memberWithClaimedAddress();
    }

    @Test
    void verifiedAddressSignsIn() throws Exception {
        assertThat(calls.login(member.address(), PASSWORD)).as("not verified").hasStatus(401);
        member.confirm(member.address());

        assertThat(calls.login(member.address(), PASSWORD)).hasStatus(200);
        assertThat(calls.login(member.address().toUpperCase(Locale.ROOT), PASSWORD))
                .hasStatus(200);
        assertThat(calls.login(member.address(), "wrong-" + PASSWORD)).hasStatus(401);
        assertThat(calls.login("x" + member.address(), PASSWORD)).hasStatus(401);
        assertThat(calls.login("x".repeat(254), PASSWORD)).hasStatus(401);
    }

    @Test
    void guardCountsNicknameAndAddressAsOneAccount() throws Exception {
        member.confirm(member.address());
        List<Integer> answers = IntStream.range(0, 10)
                .mapToObj(i -> calls.login(i % 2 == 0 ? member.nickname() : member.address(), "wrong-" + PASSWORD))
                .map(answer -> answer.getResponse().getStatus())
                .toList();
        assertThat(answers).containsOnly(401);

        assertThat(calls.login(member.nickname(), PASSWORD)).hasStatus(428);
        assertThat(calls.login(member.address(), PASSWORD)).hasStatus(428);
    }
}
