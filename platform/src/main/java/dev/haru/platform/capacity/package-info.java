/** Reports of a service's replicas to the gateway: how many more requests of a client a replica would accept. */
@NullMarked
package dev.haru.platform.capacity;

import org.jspecify.annotations.NullMarked;
