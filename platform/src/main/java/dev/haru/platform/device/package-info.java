/** The value of the device cookie. auth-service signs it; auth-service and the gateway verify it. */
@NullMarked
package dev.haru.platform.device;

import org.jspecify.annotations.NullMarked;
