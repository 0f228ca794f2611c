package dev.haru.latency;

/** placeholder. */
public final class Main {
    private Main() {}
}
