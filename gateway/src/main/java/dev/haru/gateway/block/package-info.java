/** Refuses logins from addresses that the login guard has blocked, without a call to a service. */
@NullMarked
package dev.haru.gateway.block;

import org.jspecify.annotations.NullMarked;
