/** What the other services must learn of an account: written with it, delivered at least once, in order. */
@NullMarked
package dev.haru.auth.outbox;

import org.jspecify.annotations.NullMarked;
