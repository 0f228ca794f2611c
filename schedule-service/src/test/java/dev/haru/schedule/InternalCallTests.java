package dev.haru.schedule;

import dev.haru.platform.test.InternalCalls;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

@WholeService
@AutoConfigureMockMvc
class InternalCallTests {

    @Autowired
    private MockMvcTester http;

    @Autowired
    @Qualifier("requestMappingHandlerMapping") private RequestMappingHandlerMapping mappings;

    @Test
    void internalCallAcceptsOnlyItsClientService() {
        new InternalCalls(mappings).assertClosedToOthers(http);
    }

    @Test
    void documentedInternalCallsMatchTheCode() {
        new InternalCalls(mappings).assertDocumented("schedule-service");
    }
}
