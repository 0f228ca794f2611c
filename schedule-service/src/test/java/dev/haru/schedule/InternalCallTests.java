package dev.haru.schedule;

import dev.haru.platform.test.InternalCalls;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;

@WholeService
@AutoConfigureMockMvc
class InternalCallTests extends InternalCalls {

    InternalCallTests() {
        super("schedule-service");
    }
}
