package dev.haru.systemtests.system;

import dev.haru.local.port.Hop;
import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A proxy on each hop of a signed-in request to schedule-service whose token is in no cache. */
final class DelayProxies implements AutoCloseable {

    static final Hop GATEWAY_TO_SCHEDULE = new Hop(Port.GATEWAY, Port.SCHEDULE);
    static final Hop SCHEDULE_TO_MEMBER = new Hop(Port.SCHEDULE, Port.MEMBER);
    static final Hop MEMBER_TO_AUTH = new Hop(Port.MEMBER, Port.AUTH);

    private final Map<Hop, DelayProxy> proxies;

    private DelayProxies(Map<Hop, DelayProxy> proxies) {
        this.proxies = proxies;
    }

    static DelayProxies of(Ports ports) {
        return new DelayProxies(Stream.of(GATEWAY_TO_SCHEDULE, SCHEDULE_TO_MEMBER, MEMBER_TO_AUTH)
                .collect(Collectors.toMap(Function.identity(), hop -> DelayProxy.to(ports.number(hop.to())))));
    }

    DelayProxy on(Hop hop) {
        DelayProxy proxy = proxies.get(hop);
        if (proxy == null) {
            throw new IllegalArgumentException("no detour on " + hop);
        }
        return proxy;
    }

    Map<Hop, String> urls() {
        return proxies.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, proxy -> proxy.getValue().url()));
    }

    @Override
    public void close() {
        proxies.values().forEach(DelayProxy::close);
    }
}
