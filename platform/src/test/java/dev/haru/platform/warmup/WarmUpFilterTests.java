package dev.haru.platform.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class WarmUpFilterTests {

    private final WarmUpPass pass = new WarmUpPass();
    private final String secret = pass.open();

    @Test
    void callWithTheSecretOverLoopbackIsAccepted() throws Exception {
        assertThat(isOwn(secret, "127.0.0.1")).isTrue();
        assertThat(WarmUpContext.isOwnCall()).as("afterwards").isFalse();
        assertThat(WarmUpContext.isWarmUpUser(secret)).as("outside a call").isFalse();
    }

    @Test
    void callOverAnotherAddressIsNotAccepted() throws Exception {
        assertThat(isOwn(secret, "192.0.2.1")).isFalse();
    }

    @Test
    void callWithAnotherSecretIsNotAccepted() throws Exception {
        assertThat(isOwn("x" + secret.substring(1), "127.0.0.1")).isFalse();
        assertThat(isOwn(secret.replace('_', '\u0161'), "127.0.0.1")).isFalse();
        assertThat(isOwn("", "127.0.0.1")).isFalse();
    }

    @Test
    void callAfterTheWarmUpIsNotAccepted() throws Exception {
        pass.close();

        assertThat(isOwn(secret, "127.0.0.1")).isFalse();
    }

    @Test
    void warmUpCallOfAClientServiceIsNotAnOwnCall() throws Exception {
        AtomicBoolean clientServiceCall = new AtomicBoolean();
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.addHeader("X-Warm-Up", "client-service");

        new WarmUpFilter(pass)
                .doFilter(
                        request,
                        new MockHttpServletResponse(),
                        (_, _) -> clientServiceCall.set(
                                WarmUpContext.marksUpstreamCalls() && !WarmUpContext.isOwnCall()));

        assertThat(clientServiceCall).isTrue();
        assertThat(WarmUpContext.marksUpstreamCalls()).as("afterwards").isFalse();
    }

    private boolean isOwn(String offered, String localAddress) throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.addHeader("X-Warm-Up", offered);
        request.setLocalAddr(localAddress);
        request.setRemoteAddr("127.0.0.1");
        AtomicBoolean own = new AtomicBoolean();
        new WarmUpFilter(pass)
                .doFilter(
                        request,
                        new MockHttpServletResponse(),
                        (_, _) -> own.set(WarmUpContext.isOwnCall() && WarmUpContext.isWarmUpUser(offered)));
        return own.get();
    }
}
