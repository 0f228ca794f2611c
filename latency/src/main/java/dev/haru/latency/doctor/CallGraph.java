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

    void addCall(String caller, Endpoint endpoint) {
        callers.computeIfAbsent(endpoint, _ -> new HashSet<>()).add(caller);
    }

    void add(TopSpan top) {
        tops.merge(top, 1L, Long::sum);
    }

    void add(UnansweredCall call) {
        unanswered.merge(call, 1L, Long::sum);
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
        Set<String> all = new HashSet<>(callers.getOrDefault(endpoint, Set.of()));
        unanswered.keySet().stream()
                .filter(call -> call.matches(endpoint))
                .map(UnansweredCall::caller)
                .forEach(all::add);
        return all;
    }

    /** Returns the services with an endpoint that may be the server of the call. */
    Set<String> serversOf(UnansweredCall call) {
        Set<String> servers = new HashSet<>();
        callers.keySet().stream().filter(call::matches).map(Endpoint::service).forEach(servers::add);
        tops.keySet().stream()
                .map(TopSpan::endpoint)
                .filter(call::matches)
                .map(Endpoint::service)
                .forEach(servers::add);
        return servers;
    }
}
