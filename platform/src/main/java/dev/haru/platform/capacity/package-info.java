/** How a replica of a service reports to the gateway how much more work of a client it would accept. */
@NullMarked
package dev.haru.platform.capacity;

import org.jspecify.annotations.NullMarked;
