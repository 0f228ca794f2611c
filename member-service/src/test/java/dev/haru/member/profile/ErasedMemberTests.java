package dev.haru.member.profile;

import static dev.haru.member.profile.MemberFixture.ACCOUNT_VERSION;
import static dev.haru.member.profile.MemberFixture.JOINED_AT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.member.MemberServiceTest;
import dev.haru.platform.test.StoredIds;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Searches all tables of the service for the id of an erased member. */
@MemberServiceTest
class ErasedMemberTests {

    /** The record of the erasure refuses late deliveries of the profile for some days. */
    private static final String RECORD = "erased_member";

    @Autowired
    private MemberRepository members;

    @Test
    void noTableKeepsTheIdOfAnErasedMember() {
        UUID member = UUID.randomUUID();
        assertThat(StoredIds.tablesOf("member"))
                .as("a new table with ids needs a row in this test")
                .containsExactly(RECORD, "member");
        members.join(member, "haru_fan", null, "Seoul", ACCOUNT_VERSION, JOINED_AT);
        assertThat(StoredIds.tablesWith("member", member)).containsExactly("member");

        members.erase(member, JOINED_AT);

        assertThat(StoredIds.tablesWith("member", member)).containsExactly(RECORD);
    }
}
