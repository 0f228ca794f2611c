/**
 * How often a client may call: token buckets, shared by all gateways in Redis, or this gateway's own while it is away.
 */
@NullMarked
package dev.haru.gateway.ratelimit;

import org.jspecify.annotations.NullMarked;
