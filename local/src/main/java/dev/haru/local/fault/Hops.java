package dev.haru.local.fault;

import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A proxy in front of each service, by which the gateway and the other services reach it. */
public final class Hops implements AutoCloseable {

    private static final List<Port> SERVICES = List.of(Port.AUTH, Port.MEMBER, Port.SCHEDULE);

    private final Map<Port, Hop> hops = new EnumMap<>(Port.class);

    private Hops() {}

    public static Hops to(Ports ports) {
        Hops hops = new Hops();
        SERVICES.forEach(port -> hops.hops.put(port, Hop.to(ports.number(port))));
        return hops;
    }

    /** The same ports, but clients come by way of the proxies. */
    public Ports detours(Ports ports) {
        Map<Port, Integer> proxies = new EnumMap<>(Port.class);
        hops.forEach((port, hop) -> proxies.put(port, hop.port()));
        return ports.withDetours(proxies);
    }

    Map<Port, Hop> byPort() {
        return hops;
    }

    @Override
    public void close() {
        hops.values().forEach(Hop::close);
    }
}
