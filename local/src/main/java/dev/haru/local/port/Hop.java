package dev.haru.local.port;

/** The calls from one process to another. The listening ports identify the processes. */
public record Hop(Port from, Port to) {}
