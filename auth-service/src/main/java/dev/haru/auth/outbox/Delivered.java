package dev.haru.auth.outbox;

/**
 * The neighbours have an announcement. Published before it leaves the outbox: a listener that fails is called again
 * when the announcement is delivered again.
 */
public record Delivered(PublishedMessage announced) {}
