package dev.haru.member.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.member.MemberServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@MemberServiceTest
class ExportTests {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MemberRepository members;

    @Test
    void profileIsTheOnlyItem() {
        Profile member = MemberFixture.in(members).memberWithEmail("exported@example.org");

        MvcTestResult page = export(member.memberId());

        assertThat(page).hasStatusOk();
        assertThat(page).bodyJson().extractingPath("$.items.length()").isEqualTo(1);
        assertThat(page).bodyJson().extractingPath("$.items[0].nickname").isEqualTo(member.nickname());
        assertThat(page).bodyJson().extractingPath("$.items[0].email").isEqualTo("exported@example.org");
        assertThat(page).bodyJson().extractingPath("$.items[0].timeZone").isEqualTo("Asia/Seoul");
        assertThat(page).bodyJson().extractingPath("$.next").isNull();
    }

    @Test
    void missingProfileIsNotFound() {
        assertThat(export(UUID.randomUUID()))
                .as("its registration is not delivered yet")
                .hasStatus(404);
    }

    private MvcTestResult export(UUID id) {
        return http.get()
                .uri("/internal/members/{id}/export/profile", id)
                .header("X-Service-Credential", "auth-service:" + EmbeddedDatabase.SECRET)
                .exchange();
    }
}
