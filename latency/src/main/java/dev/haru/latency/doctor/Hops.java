package dev.haru.latency.doctor;

import dev.haru.latency.doctor.Checkup.Hop;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts the calls from each service to each other service. */
final class Hops {

    private final SortedMap<Key, Count> counts = new TreeMap<>();

    void addCall(String caller, String server) {
        of(caller, server).calls++;
    }

    void addUnanswered(String caller, String server, long count) {
        of(caller, server).unanswered += count;
    }

    void addOrphans(String caller, String server, long count) {
        of(caller, server).orphans += count;
    }

    List<Hop> list() {
        return counts.entrySet().stream()
                .map(entry -> entry.getValue().hop(entry.getKey()))
                .toList();
    }

    private Count of(String caller, String server) {
        return counts.computeIfAbsent(new Key(caller, server), _ -> new Count());
    }

    private record Key(String caller, String server) implements Comparable<Key> {

        @Override
        public int compareTo(Key other) {
            return (caller + " " + server).compareTo(other.caller + " " + other.server);
        }
    }

    private static final class Count {

        private long calls;
        private long unanswered;
        private long orphans;

        Hop hop(Key key) {
            return new Hop(key.caller(), key.server(), calls, unanswered, orphans);
        }
    }
}
