package dev.haru.schedule;

import dev.haru.platform.test.WarmedUp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class WarmUpTests {

    @Test
    void journeyIsAnsweredAsItShouldBeAndLeavesNothingBehind(CapturedOutput output) {
        WarmedUp.assertNothingLeftBehind(ScheduleService.class, output);
    }
}
