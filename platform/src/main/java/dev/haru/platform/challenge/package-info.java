/** Solutions of proof of work: auth-service gives the challenges, auth-service and the gateway verify solutions. */
@NullMarked
package dev.haru.platform.challenge;

import org.jspecify.annotations.NullMarked;
