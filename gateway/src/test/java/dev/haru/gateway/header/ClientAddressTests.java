package dev.haru.gateway.header;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;

class ClientAddressTests {

    private final ClientAddress address =
            new ClientAddress(new ProxyProperties(List.of("10.0.0.0/8", "192.0.2.1", "2001:db8::/32")));

    @Test
    void untrustedPeerIsTheClientDespiteTheHeader() {
        assertThat(resolved("203.0.113.7", "198.51.100.1")).isEqualTo("203.0.113.7");
    }

    @Test
    void addressNamedByATrustedProxyIsTheClient() {
        assertThat(resolved("10.1.2.3", "203.0.113.7")).isEqualTo("203.0.113.7");
        assertThat(resolved("192.0.2.1", "203.0.113.7")).isEqualTo("203.0.113.7");
        assertThat(resolved("2001:db8::5", "2001:470::1")).isEqualTo("2001:470::1");
    }

    @Test
    void lastUntrustedHopIsTheClient() {
        assertThat(resolved("10.1.2.3", "198.51.100.1, 203.0.113.7, 10.9.9.9")).isEqualTo("203.0.113.7");
        assertThat(resolved("10.1.2.3", "198.51.100.1", "203.0.113.7 ,10.9.9.9"))
                .isEqualTo("203.0.113.7");
    }

    @Test
    void invalidHopEndsTheSearch() {
        assertThat(resolved("10.1.2.3", "unknown")).isEqualTo("10.1.2.3");
        assertThat(resolved("10.1.2.3", "203.0.113.7, unknown, 10.9.9.9")).isEqualTo("10.9.9.9");
    }

    @Test
    void firstHopIsTheClientIfAllHopsAreProxies() {
        assertThat(resolved("10.1.2.3", "10.0.0.1, 10.0.0.2")).isEqualTo("10.0.0.1");
    }

    private @Nullable String resolved(String peer, String... forwardedFor) {
        HttpHeaders headers = new HttpHeaders();
        address.write(
                MockServerWebExchange.from(MockServerHttpRequest.get("/")
                        .remoteAddress(new InetSocketAddress(peer, 4711))
                        .header("X-Forwarded-For", forwardedFor)),
                headers);
        return headers.getFirst("X-Forwarded-For");
    }
}
