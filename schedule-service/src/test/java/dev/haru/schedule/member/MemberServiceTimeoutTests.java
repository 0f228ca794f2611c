package dev.haru.schedule.member;

import static dev.haru.schedule.member.MemberClientTests.assertRefused;
import static dev.haru.schedule.member.MemberClientTests.warnings;
import static dev.haru.schedule.member.MemberServiceStub.answeredWith;
import static dev.haru.schedule.member.MemberServiceStub.heldTokenOf;
import static dev.haru.schedule.member.MemberServiceStub.known;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.AutoConfigureUpstreams;
import dev.haru.platform.test.HeldResponses;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Look-ups while member-service does not respond within the read time-out. */
@SpringBootTest(
        classes = {MemberConfiguration.class, MemberClient.class, MemberServiceStub.class},
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {
            "DB_PASSWORD=unused",
            // Short, because each call of this class times out.
            "spring.cloud.openfeign.client.config.member-service.read-timeout=200",
            "haru.upstream.breaker.window=10",
            "haru.upstream.breaker.minimum-calls=5",
            // The circuit stays open for the rest of the test, however long a pause is.
            "haru.upstream.breaker.open=1h"
        })
@AutoConfigureUpstreams
@ExtendWith(OutputCaptureExtension.class)
class MemberServiceTimeoutTests {

    private static final int LOOKUPS = 10;

    @Autowired
    private MemberClient members;

    @Test
    void timeoutsAreRefusedAndOpenTheCircuit(CapturedOutput output) {
        try (HeldResponses _ = MemberServiceStub.hold()) {
            String first = heldTokenOf(UUID.randomUUID());
            assertRefused(members, first, "service-unavailable");
            assertThat(warnings(output)).singleElement().asString().contains("member-service is unavailable");
            assertThat(output).doesNotContain(first).doesNotContain("\tat ");

            for (int i = 1; i < LOOKUPS; i++) {
                assertRefused(members, heldTokenOf(UUID.randomUUID()), "service-unavailable");
            }
        }

        String token = answeredWith(known(UUID.randomUUID()));
        assertRefused(members, token, "service-unavailable");
        assertThat(MemberServiceStub.lookups(token)).as("calls").isZero();
    }
}
