/** Signing in: one sequence of gates, the cheap before the dear. docs/architecture.md draws it. */
@NullMarked
package dev.haru.auth.signin;

import org.jspecify.annotations.NullMarked;
