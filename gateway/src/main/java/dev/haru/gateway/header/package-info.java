/** The headers of requests to services, and of responses to clients. */
@NullMarked
package dev.haru.gateway.header;

import org.jspecify.annotations.NullMarked;
