package dev.haru.latency.doctor;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** The calls between services, from complete traces and from traces in which one side of a call is missing. */
final class CallGraph {

    private final Map<Endpoint, Set<String>> callers = new HashMap<>();
    private final Map<TopSpan, Long> tops = new HashMap<>();
    private final SortedMap<UnansweredCall, Long> unanswered = new TreeMap<>();
    private final Map<String, Set<String>> callersByName = new HashMap<>();
    private final Map<String, Set<String>> serversByRoute = new HashMap<>();

    void addCall(String caller, Endpoint endpoint) {
        callers.computeIfAbsent(endpoint, _ -> new HashSet<>()).add(caller);
        addServer(endpoint);
    }

    void add(TopSpan top) {
        tops.merge(top, 1L, Long::sum);
        addServer(top.endpoint());
    }

    void add(UnansweredCall call) {
        unanswered.merge(call, 1L, Long::sum);
        callersByName.computeIfAbsent(call.name(), _ -> new HashSet<>()).add(call.caller());
    }

    void forEachTop(BiConsumer<TopSpan, Long> consumer) {
        tops.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(top -> consumer.accept(top.getKey(), top.getValue()));
    }

    void forEachUnanswered(BiConsumer<UnansweredCall, Long> consumer) {
        unanswered.forEach(consumer);
    }

    /** Returns the services known to call an endpoint, from calls without a server span, too. */
    Set<String> callersOf(Endpoint endpoint) {
        Set<String> all = new HashSet<>(callersByName.getOrDefault(endpoint.route(), Set.of()));
        all.remove(endpoint.service());
        all.addAll(callers.getOrDefault(endpoint, Set.of()));
        return all;
    }

    /** Returns the services with an endpoint that may be the server of the call. */
    Set<String> serversOf(UnansweredCall call) {
        Set<String> servers = new HashSet<>(serversByRoute.getOrDefault(call.name(), Set.of()));
        servers.remove(call.caller());
        return servers;
    }

    private void addServer(Endpoint endpoint) {
        serversByRoute.computeIfAbsent(endpoint.route(), _ -> new HashSet<>()).add(endpoint.service());
    }
}
