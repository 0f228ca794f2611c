package dev.haru.member.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.member.MemberServiceTest;
import dev.haru.member.auth.Identifiers;
import dev.haru.member.profile.ProfileStore.AcceptedIdentifiers;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.test.interleaving.Interleaving;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;

/** Deliveries, changes and erasures of a profile in all orders of their statements. */
@MemberServiceTest
@TestPropertySource(properties = "spring.datasource.hikari.maximum-pool-size=8")
class ProfileInterleavingTests {

    private static final PatchedText ABSENT = new PatchedText(false, null);

    @Autowired
    private MemberRepository members;

    @Autowired
    private ProfileStore store;

    @Autowired
    private MovableClock clock;

    private static final JdbcClient jdbc = EmbeddedDatabase.jdbcOnOneConnection("member");

    /** The nicknames, or time zones, of the changes that succeeded. */
    private final List<String> accepted = new CopyOnWriteArrayList<>();

    private UUID member;
    private Profile before;

    @Test
    void erasedProfileDoesNotReturn() throws Exception {
        Interleaving.of(() -> member = UUID.randomUUID())
                .participant("registration", () -> members.join(member, "haru", null, "Seoul", 1, clock.instant()))
                .participant("erasure", () -> members.erase(member, clock.instant()))
                .participant("repeated delivery", () -> members.join(member, "haru", null, "Seoul", 1, clock.instant()))
                .check(() -> {
                    assertThat(members.findProfile(member)).isEmpty();
                    assertThat(members.isErased(member)).isTrue();
                });
    }

    @Test
    void changeDuringAnErasureLeavesNoProfile() throws Exception {
        Interleaving.of(this::insertMember)
                .participant("change", () -> changeTimeZone("Pacific/Apia"))
                .participant("erasure", () -> members.erase(member, clock.instant()))
                .participant("second erasure", () -> members.erase(member, clock.instant()))
                .check(() -> assertThat(members.findProfile(member)).isEmpty());
    }

    @Test
    void newestIdentifiersRemain() throws Exception {
        Interleaving.of(this::insertMember)
                .participant("newest", () -> identify("newest", 3))
                .participant("older", () -> identify("older", 2))
                .participant("repeated registration", () -> join("registered", 1))
                .check(() -> {
                    assertThat(members.findProfile(member))
                            .get()
                            .extracting(Profile::nickname)
                            .isEqualTo("newest");
                    assertThat(jdbc.sql("select account_version from member where id = ?")
                                    .param(member)
                                    .query(Long.class)
                                    .single())
                            .isEqualTo(MemberFixture.ACCOUNT_VERSION + 3);
                });
    }

    @Test
    void oneOfThreeChangesOfAVersionSucceeds() throws Exception {
        Interleaving.of(this::insertMember)
                .participant("first nickname", () -> changeNickname("first", Duration.ofSeconds(20)))
                .participant("second nickname", () -> changeNickname("second", Duration.ofSeconds(21)))
                .participant("time zone", () -> changeTimeZone("Pacific/Apia"))
                .check(() -> {
                    Profile after = members.findProfile(member).orElseThrow();
                    assertThat(accepted).hasSize(1);
                    assertThat(after.version()).isEqualTo(before.version() + 1);
                    assertThat(accepted.getFirst()).isIn(after.nickname(), after.timeZone());
                    assertThat(claims()).isZero();
                });
    }

    @Test
    void deliveryDuringAChangeIsNotLost() throws Exception {
        Interleaving.of(this::insertMember)
                .participant("change", () -> changeNickname("changed", Duration.ofSeconds(20)))
                .participant("delivery", () -> identify("newest", 3))
                .participant("time zone", () -> changeTimeZone("Pacific/Apia"))
                .check(() -> {
                    assertThat(members.findProfile(member))
                            .get()
                            .extracting(Profile::nickname)
                            .isEqualTo("newest");
                    assertThat(claims()).isZero();
                });
    }

    @BeforeEach
    void insertMember() {
        accepted.clear();
        before = MemberFixture.in(members).memberInSeoul();
        member = before.memberId();
    }

    private void join(String nickname, int newer) {
        var _ = members.join(member, nickname, null, "Seoul", MemberFixture.ACCOUNT_VERSION + newer, clock.instant());
    }

    private void identify(String nickname, int newer) {
        var _ = members.identify(member, nickname, null, MemberFixture.ACCOUNT_VERSION + newer, clock.instant());
    }

    /** Changes the nickname as {@link ProfileEditor} does after the consent of auth-service. */
    private void changeNickname(String nickname, Duration claim) {
        Instant now = clock.instant();
        Instant until = now.plus(claim);
        if (members.claim(member, before.version(), until, now) == 0) {
            return;
        }
        var _ = store.change(
                member,
                new AcceptedIdentifiers(new Identifiers(nickname, null), MemberFixture.ACCOUNT_VERSION + 2, until),
                patch(ABSENT),
                null);
        accepted.add(nickname);
    }

    private void changeTimeZone(String zone) {
        IfMatch version = new IfMatch(false, Set.of(Long.toString(before.version())));
        try {
            store.change(member, version, patch(new PatchedText(true, zone)), null)
                    .ifPresent(_ -> accepted.add(zone));
        } catch (PreconditionFailed | ProfileNotReady refused) {
            // Another change was first, or the profile is erased.
        }
    }

    private int claims() {
        return jdbc.sql("select count(*) from member where id = ? and claimed_until is not null")
                .param(member)
                .query(Integer.class)
                .single();
    }

    private static ProfilePatch patch(PatchedText timeZone) {
        return new ProfilePatch(ABSENT, ABSENT, ABSENT, timeZone, ABSENT, ABSENT, ABSENT);
    }
}
