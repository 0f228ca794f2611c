package dev.haru.schedule;

import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.moreThan;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static dev.haru.schedule.member.MemberServiceStub.problem;

import com.github.tomakehurst.wiremock.stubbing.StubMapping;
import dev.haru.platform.test.WarmedUp;
import dev.haru.schedule.member.MemberServiceStub;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class WarmUpTests {

    @Test
    void warmUpCallsSucceedAndLeaveNoDataBehind(CapturedOutput output) {
        // Other tests share the stub server. Their stubs have a higher priority, and the test removes this one.
        StubMapping unknownTokens = MemberServiceStub.SERVER.stubFor(
                get(MemberServiceStub.PATH).atPriority(10).willReturn(problem(401, "unauthorized")));

        WarmedUp.assertNothingLeftBehind(
                ScheduleService.class, output, "--MEMBER_URL=" + MemberServiceStub.SERVER.baseUrl());
        MemberServiceStub.SERVER.removeStub(unknownTokens);

        MemberServiceStub.SERVER.verify(
                moreThan(1),
                getRequestedFor(urlEqualTo(MemberServiceStub.PATH)).withHeader("X-Warm-Up", equalTo("client-service")));
    }
}
