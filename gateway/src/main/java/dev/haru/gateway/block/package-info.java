/** Addresses that the login guard has blocked, refused without asking anyone. */
@NullMarked
package dev.haru.gateway.block;

import org.jspecify.annotations.NullMarked;
