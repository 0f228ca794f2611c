/** Refuses calls that hash a password while auth-service has no capacity for them: from memory, and with a delay. */
@NullMarked
package dev.haru.gateway.hashing;

import org.jspecify.annotations.NullMarked;
