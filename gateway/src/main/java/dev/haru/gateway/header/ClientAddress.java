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
import org.springframework.web.server.ServerWebExchange;

/**
 * Determines the address of the client, and sets {@code X-Forwarded-For} for the services to this address only. The
 * address is the peer of the connection. If the peer is a trusted proxy, it is the last address in the client's header
 * that is not a trusted proxy. Spring Cloud Gateway's {@code trusted-proxies} removes exactly that address from the
 * header, so this class replaces it.
 */
@Component
public final class ClientAddress {

    private static final String X_FORWARDED_FOR = "X-Forwarded-For";
    private static final String ATTRIBUTE = ClientAddress.class.getName();

    /** Stands for a peer that disconnected before its address was read; no client receives the response. */
    private static final InetAddress GONE = new InetSocketAddress(0).getAddress();

    private final List<IpSubnetFilterRule> trusted;

    ClientAddress(ProxyProperties properties) {
        this.trusted = properties.trusted().stream().map(ClientAddress::rule).toList();
    }

    /** Returns the client's address, computed once for each request. */
    public InetAddress of(ServerWebExchange exchange) {
        return (InetAddress) exchange.getAttributes().computeIfAbsent(ATTRIBUTE, _ -> of(exchange.getRequest()));
    }

    void write(ServerWebExchange exchange, HttpHeaders headers) {
        headers.set(X_FORWARDED_FOR, NetUtil.toAddressString(of(exchange)));
    }

    private InetAddress of(ServerHttpRequest request) {
        InetSocketAddress peer = request.getRemoteAddress();
        if (peer == null || peer.getAddress() == null) {
            return GONE;
        }
        InetAddress client = peer.getAddress();
        if (trusted.isEmpty() || !isTrusted(client)) {
            return client;
        }
        @Nullable List<String> forwardedFor = request.getHeaders().get(X_FORWARDED_FOR);
        if (forwardedFor == null) {
            return client;
        }
        String[] hops = String.join(",", forwardedFor).split(",", -1);
        for (int i = hops.length - 1; i >= 0 && isTrusted(client); i--) {
            InetAddress hop = NetUtil.createInetAddressFromIpAddressString(hops[i].strip());
            if (hop == null) {
                break;
            }
            client = hop;
        }
        return client;
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
