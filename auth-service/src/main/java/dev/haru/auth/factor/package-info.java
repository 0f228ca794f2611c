/**
 * Second factors of accounts: their list and their changes, recovery codes, and sign-ins that wait for a second factor.
 * A package of each kind checks its codes or keys.
 */
@NullMarked
package dev.haru.auth.factor;

import org.jspecify.annotations.NullMarked;
