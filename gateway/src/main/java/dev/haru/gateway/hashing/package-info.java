/** Calls that hash a password while auth-service has no room for more: refused from memory, and late. */
@NullMarked
package dev.haru.gateway.hashing;

import org.jspecify.annotations.NullMarked;
