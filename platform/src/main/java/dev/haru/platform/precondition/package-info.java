/** Changing only what the client has seen: entity tags and their conditions. */
@NullMarked
package dev.haru.platform.precondition;

import org.jspecify.annotations.NullMarked;
