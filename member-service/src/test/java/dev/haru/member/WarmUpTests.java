package dev.haru.member;

import dev.haru.platform.test.WarmedUp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class WarmUpTests {

    @Test
    void journeyIsAnsweredAsItShouldBeAndLeavesNothingBehind(CapturedOutput output) {
        WarmedUp.assertNothingLeftBehind(MemberService.class, output);
    }
}
