package dev.haru.systemtests.chaos;

import dev.haru.local.port.Hop;
import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A proxy in front of each service. The gateway and the other services call the service through it. */
final class Proxies implements AutoCloseable {

    private static final List<Port> SERVICES = List.of(Port.AUTH, Port.MEMBER, Port.SCHEDULE);
    private static final List<Port> CLIENTS = List.of(Port.GATEWAY, Port.AUTH, Port.MEMBER, Port.SCHEDULE);

    private final Map<Port, Proxy> proxies = new EnumMap<>(Port.class);

    private Proxies() {}

    public static Proxies to(Ports ports) {
        Proxies proxies = new Proxies();
        SERVICES.forEach(port -> proxies.proxies.put(port, Proxy.to(ports.number(port))));
        return proxies;
    }

    /** The proxy's URL of each upstream service, for each client service. */
    public Map<Hop, String> urlByHop() {
        Map<Hop, String> urlByHop = new HashMap<>();
        proxies.forEach((port, proxy) ->
                CLIENTS.forEach(client -> urlByHop.put(new Hop(client, port), "http://127.0.0.1:" + proxy.port())));
        return urlByHop;
    }

    Map<Port, Proxy> byPort() {
        return proxies;
    }

    @Override
    public void close() {
        proxies.values().forEach(Proxy::close);
    }
}
