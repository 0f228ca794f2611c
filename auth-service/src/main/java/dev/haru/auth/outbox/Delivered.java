package dev.haru.auth.outbox;

/**
 * The upstream services have accepted a message. The outbox raises this event before it deletes the message. If a
 * listener fails, the message stays in the outbox; the next delivery raises the event again.
 */
public record Delivered(PublishedMessage published) {}
