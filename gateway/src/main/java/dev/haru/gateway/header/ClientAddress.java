package dev.haru.gateway.header;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;

/**
 * Tells services the address of the client, and nothing else, in {@code X-Forwarded-For}: the peer of the connection
 * or, when that is a trusted proxy, the last address that the proxies name and that is not one of them. Spring Cloud
 * Gateway's own {@code trusted-proxies} removes exactly that address from the header, hence this class.
 */
@Component
final class ClientAddress {

    private static final String X_FORWARDED_FOR = "X-Forwarded-For";

    private final List<IpSubnetFilterRule> trusted;

    ClientAddress(ProxyProperties properties) {
        this.trusted = properties.trusted().stream().map(ClientAddress::rule).toList();
    }

    void write(ServerHttpRequest request, HttpHeaders headers) {
        InetSocketAddress peer = request.getRemoteAddress();
        if (peer != null && peer.getAddress() != null) {
            headers.set(X_FORWARDED_FOR, of(peer, request.getHeaders().get(X_FORWARDED_FOR)));
        }
    }

    private String of(InetSocketAddress peer, @Nullable List<String> forwardedFor) {
        InetAddress client = peer.getAddress();
        if (forwardedFor != null && isTrusted(client)) {
            String[] hops = String.join(",", forwardedFor).split(",", -1);
            for (int i = hops.length - 1; i >= 0 && isTrusted(client); i--) {
                InetAddress hop = NetUtil.createInetAddressFromIpAddressString(hops[i].strip());
                if (hop == null) {
                    break;
                }
                client = hop;
            }
        }
        return NetUtil.toAddressString(client);
    }

    private boolean isTrusted(InetAddress address) {
        InetSocketAddress socket = new InetSocketAddress(address, 0);
        return trusted.stream().anyMatch(rule -> rule.matches(socket));
    }

    private static IpSubnetFilterRule rule(String network) {
        String cidr = network.contains("/") ? network : network + (network.contains(":") ? "/128" : "/32");
        return new IpSubnetFilterRule(cidr, IpFilterRuleType.ACCEPT);
    }
}
