package dev.haru.auth.mail;

import static dev.haru.auth.mail.MailFixture.freshAddress;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.mail.MailLimit.Scope;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.HttpHeaders;
import org.springframework.test.context.TestPropertySource;

/** The limits of mails to an address and of an account. */
@AuthServiceTest
@TestPropertySource(properties = "test.clock=own") // not shared: these tests move it by a day
@ExtendWith(OutputCaptureExtension.class)
class MailLimitTests {

    @Autowired
    private MailFixture mails;

    @Autowired
    private MeterRegistry meters;

    @Autowired
    private MovableClock clock;

    private final String address = freshAddress();

    @BeforeEach
    void emptyOutbox() {
        mails.emptyOutbox();
    }

    @Test
    void recipientGetsFiveMailsAnHour() {
        List<Optional<UUID>> published =
                IntStream.range(0, 7).mapToObj(_ -> mails.publish(address)).toList();

        assertThat(published.stream().filter(Optional::isPresent)).hasSize(5);
        assertThat(mails.publish(address.toUpperCase(Locale.ROOT)))
                .as("in capitals")
                .isEmpty();
        clock.advance(Duration.ofHours(1));
        assertThat(mails.publish(address)).isPresent();
    }

    @Test
    void spellingsOfAnAddressShareALimit() {
        String letters = address.replace("example", "b\u00fccher");
        String ascii = address.replace("example", "xn--bcher-kva");
        for (int i = 0; i < 5; i++) {
            assertThat(mails.publish(i % 2 == 0 ? letters : ascii)).isPresent();
        }

        assertThat(mails.publish(letters)).isEmpty();
        assertThat(mails.publish(ascii)).isEmpty();
    }

    @Test
    void recipientGetsTwentyMailsADay() {
        int published = 0;
        for (int hour = 0; hour < 23; hour++) {
            published += mails.publish(address).isPresent() ? 1 : 0;
            clock.advance(Duration.ofHours(1));
        }

        assertThat(published).isEqualTo(20);
    }

    @Test
    void limitIsExactForConcurrentRequests() {
        long published = IntStream.range(0, 20)
                .parallel()
                .mapToObj(_ -> mails.publish(address))
                .filter(Optional::isPresent)
                .count();

        assertThat(published).isEqualTo(5);
    }

    @Test
    void noticeAtTheLimitOfTheAddressIsAProblem() {
        IntStream.range(0, 5).forEach(_ -> mails.announce(address));

        assertThatThrownBy(() -> mails.announce(address))
                .isInstanceOfSatisfying(
                        MailUnavailable.class,
                        problem -> assertThat(retryAfter(problem)).isEqualTo("3600"));
    }

    @Test
    void accountUsesUpOnlyItsOwnMailsToAnAddress() {
        UUID thief = UUID.randomUUID();
        for (int i = 0; i < 5; i++) {
            assertThat(mails.publishVerification(thief, address)).isEmpty();
        }

        assertThat(mails.publishVerification(thief, address))
                .map(MailLimit::scope)
                .contains(Scope.RECIPIENT_AND_ACCOUNT);
        assertThat(mails.publishVerification(UUID.randomUUID(), address)).isEmpty();
    }

    @Test
    void accountGetsTenVerificationMailsADay() {
        UUID account = UUID.randomUUID();
        for (int i = 0; i < 10; i++) {
            assertThat(mails.publishVerification(account, "m" + i + address)).isEmpty();
        }

        assertThat(mails.publishVerification(account, address))
                .map(MailLimit::scope)
                .contains(Scope.ACCOUNT);
        clock.advance(Duration.ofDays(1));
        assertThat(mails.publishVerification(account, address)).isEmpty();
    }

    @Test
    void addressGetsSixtyVerificationMailsADay() {
        for (int i = 0; i < 60; i++) {
            assertThat(mails.publishVerification(UUID.randomUUID(), address)).isEmpty();
        }

        assertThat(mails.publishVerification(UUID.randomUUID(), address))
                .contains(new MailLimit(Scope.RECIPIENT, Duration.ofDays(1), 60));
    }

    @Test
    void suppressedMailLeavesNoWarning(CapturedOutput output) {
        IntStream.range(0, 6).forEach(_ -> mails.publish(address));

        assertThat(output).doesNotContain("no mail test was written");
        assertThat(meters.get("haru.mail.suppressed").counter().count()).isPositive();
    }

    private static @Nullable String retryAfter(MailUnavailable problem) {
        return problem.getHeaders().getFirst(HttpHeaders.RETRY_AFTER);
    }
}
