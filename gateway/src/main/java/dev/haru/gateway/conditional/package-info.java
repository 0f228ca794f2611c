/** Public pages that a client already has, told so without asking the service. */
@NullMarked
package dev.haru.gateway.conditional;

import org.jspecify.annotations.NullMarked;
