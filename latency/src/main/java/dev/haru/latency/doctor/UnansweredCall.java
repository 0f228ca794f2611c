package dev.haru.latency.doctor;

/** A successful call without a server span. Its name is the route if the client knows the path template. */
record UnansweredCall(String caller, String address, String name) implements Comparable<UnansweredCall> {

    @Override
    public int compareTo(UnansweredCall other) {
        return (caller + name + address).compareTo(other.caller + other.name + other.address);
    }
}
