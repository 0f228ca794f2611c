/** Static content that the gateway serves itself: pages and their assets, compressed and with entity tags. */
@NullMarked
package dev.haru.gateway.page;

import org.jspecify.annotations.NullMarked;
