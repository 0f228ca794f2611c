/** Operators: their roles, how they read accounts, and their acts on accounts, each with its actor and reason. */
@NullMarked
package dev.haru.auth.operator;

import org.jspecify.annotations.NullMarked;
