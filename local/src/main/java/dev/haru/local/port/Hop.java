package dev.haru.local.port;

/** The way of one process's calls to another, by where both listen. */
public record Hop(Port from, Port to) {}
