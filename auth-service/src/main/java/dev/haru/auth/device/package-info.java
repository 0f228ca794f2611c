/** Devices from which an account's owner has signed in, and the cookies that identify them. */
@NullMarked
package dev.haru.auth.device;

import org.jspecify.annotations.NullMarked;
