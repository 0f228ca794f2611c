package dev.haru.member.profile;

import static dev.haru.member.profile.MemberFixture.ACCOUNT_VERSION;
import static dev.haru.member.profile.MemberFixture.JOINED_AT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.OnEmbeddedPostgres;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.jdbc.core.simple.JdbcClient;

@OnEmbeddedPostgres
@DataJpaTest
class MemberRepositoryTests {

    private static final Instant LATER = JOINED_AT.plusSeconds(60);

    @Autowired
    private MemberRepository members;

    @Autowired
    private JdbcClient jdbc;

    private MemberFixture fixture;

    @BeforeEach
    void fixture() {
        fixture = MemberFixture.in(members);
    }

    @Test
    void putWhenNewCreatesTheProfile() {
        UUID id = UUID.randomUUID();

        int rows = members.put(id, "haru_fan", "fan@example.org", "Kathmandu", 0, JOINED_AT);

        assertThat(rows).isOne();
        assertThat(members.findProfile(id))
                .contains(new Profile(
                        id, "haru_fan", "fan@example.org", "Kathmandu", "Asia/Kathmandu", JOINED_AT, JOINED_AT, 1));
    }

    @ParameterizedTest
    @ValueSource(longs = {ACCOUNT_VERSION, ACCOUNT_VERSION - 1})
    void putWhenRepeatedOrOlderChangesNothing(long accountVersion) {
        Profile before = fixture.memberInSeoul();

        int rows = members.put(before.memberId(), "another", null, "Seoul", accountVersion, LATER);

        assertThat(rows).isZero();
        assertThat(members.findProfile(before.memberId())).contains(before);
    }

    @Test
    void putWhenNewerChangesTheIdentifiersOnly() {
        Profile before = fixture.memberInApia();

        int rows = members.put(before.memberId(), "another", "a@example.org", "Seoul", ACCOUNT_VERSION + 1, LATER);

        assertThat(rows).isOne();
        assertThat(members.findProfile(before.memberId()))
                .contains(new Profile(
                        before.memberId(),
                        "another",
                        "a@example.org",
                        "Apia",
                        "Pacific/Apia",
                        JOINED_AT,
                        LATER,
                        before.version() + 1));
    }

    @Test
    void putIntoAnUnknownRegionCreatesNothing() {
        UUID id = UUID.randomUUID();

        assertThat(members.put(id, "haru_fan", null, "Atlantis", 0, JOINED_AT)).isZero();
        assertThat(members.existsById(id)).isFalse();
    }

    @Test
    void identifyWhenNewerChangesTheIdentifiers() {
        Profile before = fixture.memberWithEmail("old@example.org");

        int rows = members.identify(before.memberId(), "another", null, ACCOUNT_VERSION + 1, LATER);

        assertThat(rows).isOne();
        Profile after = members.findProfile(before.memberId()).orElseThrow();
        assertThat(after.nickname()).isEqualTo("another");
        assertThat(after.email()).isNull();
        assertThat(after.updatedAt()).isEqualTo(LATER);
        assertThat(after.version()).isEqualTo(before.version() + 1);
    }

    @Test
    void identifyWhenNotNewerChangesNothing() {
        Profile before = fixture.memberInSeoul();

        assertThat(members.identify(before.memberId(), "another", null, ACCOUNT_VERSION, LATER))
                .isZero();
        assertThat(members.findProfile(before.memberId())).contains(before);
    }

    @Test
    void timeZoneOfTheMemberOverridesThatOfTheRegion() {
        Profile member = fixture.memberInSeoul();
        jdbc.sql("update member set time_zone = 'Asia/Kathmandu' where id = ?")
                .param(member.memberId())
                .update();

        assertThat(members.findIdentities(Set.of(member.memberId())))
                .contains(new Identity(member.memberId(), member.nickname(), null, "Seoul", "Asia/Kathmandu"));
    }

    @Test
    void emailIsFoundInAnyCase() {
        Profile member = fixture.memberWithEmail("Any.Case@Example.org");

        assertThat(members.findIdentityByEmail("aNY.cASE@example.ORG"))
                .map(Identity::memberId)
                .contains(member.memberId());
    }

    @ParameterizedTest
    @CsvSource({
        "fan@b\u00fccher.example, FAN@xn--bcher-kva.example",
        "fan@xn--bcher-kva.example, fan@bu\u0308cher.example",
        "jos\u00e9@example.org, jose\u0301@example.org"
    })
    void emailIsFoundInAnySpelling(String stored, String other) {
        Profile member = fixture.memberWithEmail(stored);

        assertThat(members.findIdentityByEmail(other))
                .hasValueSatisfying(found -> assertThat(found.email()).isEqualTo(stored));

        members.identify(member.memberId(), member.nickname(), other, ACCOUNT_VERSION + 1, LATER);
        assertThat(members.findIdentityByEmail(stored))
                .hasValueSatisfying(found -> assertThat(found.email()).isEqualTo(other));
    }

    @Test
    void emailThatAnOlderVersionWroteIsFound() {
        Profile member = fixture.memberWithEmail("before@example.org");
        jdbc.sql("update member set email = 'Older@Example.org' where id = ?")
                .param(member.memberId())
                .update();

        assertThat(members.findIdentityByEmail("older@example.org")).isPresent();
        assertThat(members.findIdentityByEmail("before@example.org")).isEmpty();
    }

    @Test
    void emailOfTwoMembersFindsTheNewerRow() {
        fixture.memberWithEmail("moving@example.org");
        Profile newer = fixture.memberInSeoul();
        members.identify(newer.memberId(), newer.nickname(), "moving@example.org", ACCOUNT_VERSION + 1, LATER);
        fixture.memberWithEmail("moving@example.org");

        assertThat(members.findIdentityByEmail("moving@example.org"))
                .map(Identity::memberId)
                .contains(newer.memberId());
    }

    @Test
    void emailLookupUsesTheIndexes() {
        jdbc.sql("set local enable_seqscan = off").update();

        assertThat(jdbc.sql("""
                                explain select id from member
                                where (email_key = :email and keyed_email = email)
                                    or (lower(email) = lower(:email) and (keyed_email is null or keyed_email <> email))
                                """)
                        .param("email", "fan@example.org")
                        .query(String.class)
                        .list())
                .anyMatch(line -> line.contains("member_email_key_idx"))
                .anyMatch(line -> line.contains("member_email_idx"));
    }

    @Test
    void secondClaimOfAVersionFails() {
        Profile member = fixture.memberInSeoul();
        Instant until = JOINED_AT.plusSeconds(5);

        assertThat(members.claim(member.memberId(), member.version(), until, JOINED_AT))
                .isOne();
        assertThat(members.claim(member.memberId(), member.version(), until, JOINED_AT))
                .isZero();
        assertThat(members.findProfile(member.memberId())).contains(member);
    }

    @Test
    void claimOfAnotherVersionFails() {
        Profile member = fixture.memberInSeoul();

        assertThat(members.claim(member.memberId(), member.version() + 1, LATER, JOINED_AT))
                .isZero();
    }

    @Test
    void claimExpires() {
        Profile member = fixture.memberInSeoul();
        Instant until = JOINED_AT.plusSeconds(5);
        members.claim(member.memberId(), member.version(), until, JOINED_AT);

        assertThat(members.claim(member.memberId(), member.version(), LATER, until))
                .isOne();
    }

    @Test
    void releaseKeepsTheClaimOfAnotherChange() {
        Profile member = fixture.memberInSeoul();
        members.claim(member.memberId(), member.version(), LATER, JOINED_AT);

        assertThat(members.release(member.memberId(), JOINED_AT.plusSeconds(5))).isZero();
        assertThat(members.release(member.memberId(), LATER)).isOne();
    }
}
