package dev.haru.auth.operator;

import org.jspecify.annotations.Nullable;

/**
 * An act that an operator requests.
 *
 * @param value the new role or limit; null for other kinds
 */
record RequestedAct(ActKind kind, @Nullable String value, String reason) {}
