package dev.haru.local.system;

import dev.haru.local.port.Hop;
import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A detour on each of the hops that a signed-in request takes to schedule-service when nobody remembers the token. */
final class Detours implements AutoCloseable {

    static final Hop GATEWAY_TO_SCHEDULE = new Hop(Port.GATEWAY, Port.SCHEDULE);
    static final Hop SCHEDULE_TO_MEMBER = new Hop(Port.SCHEDULE, Port.MEMBER);
    static final Hop MEMBER_TO_AUTH = new Hop(Port.MEMBER, Port.AUTH);

    private final Map<Hop, Detour> detours;

    private Detours(Map<Hop, Detour> detours) {
        this.detours = detours;
    }

    static Detours of(Ports ports) {
        return new Detours(Stream.of(GATEWAY_TO_SCHEDULE, SCHEDULE_TO_MEMBER, MEMBER_TO_AUTH)
                .collect(Collectors.toMap(Function.identity(), hop -> Detour.to(ports.number(hop.to())))));
    }

    Detour on(Hop hop) {
        Detour detour = detours.get(hop);
        if (detour == null) {
            throw new IllegalArgumentException("no detour on " + hop);
        }
        return detour;
    }

    Map<Hop, String> urls() {
        return detours.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, detour -> detour.getValue().url()));
    }

    @Override
    public void close() {
        detours.values().forEach(Detour::close);
    }
}
