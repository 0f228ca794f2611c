package dev.haru.auth;

import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.WarmedUp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class WarmUpTests {

    @Test
    void warmUpSucceedsAndLeavesNoData(CapturedOutput output) {
        WarmedUp.assertNothingLeftBehind(
                AuthService.class,
                output,
                "--LOGIN_GUARD_SECRETS=" + EmbeddedDatabase.SECRET + EmbeddedDatabase.SECRET);
    }
}
