package dev.haru.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.WarmedUp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class WarmUpTests {

    @Test
    void warmUpCallsSucceedAndLeaveNoDataBehind(CapturedOutput output) {
        FakeAuthService.reset();

        WarmedUp.assertNothingLeftBehind(MemberService.class, output, "--AUTH_URL=" + FakeAuthService.url());

        assertThat(FakeAuthService.warmUpIntrospections())
                .as("every introspection is marked as a warm-up call")
                .isPositive()
                .isEqualTo(FakeAuthService.introspections());
    }
}
