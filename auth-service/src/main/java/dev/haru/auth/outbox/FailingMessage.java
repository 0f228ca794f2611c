package dev.haru.auth.outbox;

/**
 * A message that was not delivered.
 *
 * @param isKnown whether this version can deliver messages of this kind
 * @param failures number of failed attempts
 */
record FailingMessage(long id, String kind, boolean isKnown, int failures) {}
