/** Until when the services' answer to a request is of use. */
@NullMarked
package dev.haru.gateway.deadline;

import org.jspecify.annotations.NullMarked;
