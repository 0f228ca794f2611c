package dev.haru.member.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.member.FakeAuthService;
import dev.haru.member.MemberServiceTest;
import dev.haru.platform.test.MovableClock;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Changes of the region and the time zone, which need no other service. */
@MemberServiceTest
class ProfileEditingTests {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MemberRepository members;

    @Autowired
    private MovableClock clock;

    private SignedInMember member;

    @BeforeEach
    void memberAndAuthService() {
        FakeAuthService.reset();
        member = SignedInMember.inSeoul(http, members);
    }

    @Test
    void patchAcceptsAProfileAsRead() throws Exception {
        String read = member.read();

        assertThat(member.patch(read.replace("\"Seoul\"", "\"Busan\"")))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.regionName")
                .isEqualTo("Busan");
    }

    @Test
    void profileThatIsSentBackKeepsFollowingItsRegion() throws Exception {
        String read = member.read();

        assertThat(member.patch(read)).hasStatusOk().hasHeader("ETag", "\"1\"");
        assertThat(member.patch("{\"regionName\": \"Apia\"}")).hasStatusOk();
        assertThat(member.now().timeZone()).isEqualTo("Pacific/Apia");
    }

    @Test
    void timeZoneOfTheFormerRegionStaysIfItIsSent() {
        assertThat(member.patch("{\"regionName\": \"Apia\", \"timeZone\": \"Asia/Seoul\"}"))
                .hasStatusOk();
        assertThat(member.now().timeZone()).isEqualTo("Asia/Seoul");
    }

    @Test
    void regionAndTimeZoneChangeWithoutAuthService() {
        assertThat(member.patch("{\"regionName\": \"Apia\", \"timeZone\": \"Asia/Kathmandu\"}"))
                .hasStatusOk()
                .hasHeader("ETag", "\"2\"")
                .bodyJson()
                .extractingPath("$.timeZone")
                .isEqualTo("Asia/Kathmandu");

        assertThat(member.patch("{\"timeZone\": null}")).hasStatusOk();
        assertThat(member.now().regionName()).isEqualTo("Apia");
        assertThat(member.now().timeZone()).isEqualTo("Pacific/Apia");
        assertThat(member.now().updatedAt()).isEqualTo(clock.instant());
        assertThat(FakeAuthService.identifierChanges()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            memberId  | "019aa5b1-0000-7000-8000-000000000003"
            memberId  | "x"
            memberId  | null
            createdAt | "2026-11-21T09:00:00Z"
            updatedAt | "2026-11-21T09:00:00Z"
            createdAt | "yesterday"
            updatedAt | null
            """)
    void changeOfAReadOnlyFieldIsNamed(String field, String json) {
        MvcTestResult answer = member.patch("{\"%s\": %s, \"regionName\": \"Busan\"}".formatted(field, json))
                .exchange();

        assertThat(answer).hasStatus(400);
        assertThat(answer).bodyJson().extractingPath("$.errors[*].field").isEqualTo(List.of(field));
        assertThat(member.now().regionName()).isEqualTo("Seoul");
    }

    @Test
    void readOnlyInstantMayHaveAnyOffset() {
        String createdAt =
                member.profile().createdAt().atOffset(ZoneOffset.ofHours(9)).toString();

        assertThat(member.patch("{\"createdAt\": \"%s\"}".formatted(createdAt))).hasStatusOk();
    }

    @Test
    void patchWithoutChangesKeepsTheVersion() {
        assertThat(member.patch("{}")).hasStatusOk().hasHeader("ETag", "\"1\"");
        assertThat(member.patch("{\"nickname\": \"%s\", \"email\": null, \"regionName\": \"Seoul\", \"timeZone\": null}"
                        .formatted(member.profile().nickname())))
                .hasStatusOk()
                .hasHeader("ETag", "\"1\"");

        assertThat(member.now()).isEqualTo(member.profile());
        assertThat(FakeAuthService.identifierChanges()).isEmpty();
    }

    @Test
    void patchOfAnotherVersionIsRefused() {
        assertThat(member.patch("{\"regionName\": \"Apia\"}").header("If-Match", "\"7\""))
                .hasStatus(412);
        assertThat(member.patch("{\"nickname\": \"another\"}").header("If-Match", "W/\"1\""))
                .hasStatus(412);

        assertThat(member.now()).isEqualTo(member.profile());
        assertThat(FakeAuthService.identifierChanges()).isEmpty();
    }

    @Test
    void unknownRegionIsRefusedBeforeAnythingChanges() {
        MvcTestResult answer = member.patch("{\"nickname\": \"another\", \"regionName\": \"Atlantis\"}")
                .exchange();

        assertThat(answer).hasStatus(400);
        assertThat(answer).bodyJson().extractingPath("$.errors[0].field").isEqualTo("regionName");
        assertThat(FakeAuthService.identifierChanges()).isEmpty();
        assertThat(member.now()).isEqualTo(member.profile());
    }

    @Test
    void invalidTimeZoneIsExplainedInTheLanguageOfTheMember() {
        assertThat(member.patch("{\"timeZone\": \"Moon/Sea\"}").header("Accept-Language", "ko"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].message")
                .isEqualTo("Asia/Seoul과 같은 시간대 이름이어야 합니다");
    }
}
