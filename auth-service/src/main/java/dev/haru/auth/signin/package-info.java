/**
 * Sign-in and confirmation: one sequence of checks, the cheap ones before the expensive ones. docs/architecture.md
 * shows it.
 */
@NullMarked
package dev.haru.auth.signin;

import org.jspecify.annotations.NullMarked;
