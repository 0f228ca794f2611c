/** Where a client is in the network. */
@NullMarked
package dev.haru.platform.address;

import org.jspecify.annotations.NullMarked;
