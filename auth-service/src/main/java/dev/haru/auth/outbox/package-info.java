/** Account changes for the other services: written in the change's transaction, delivered at least once, in order. */
@NullMarked
package dev.haru.auth.outbox;

import org.jspecify.annotations.NullMarked;
