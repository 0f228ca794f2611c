/** Rate limits: token buckets that all gateways share in Redis, and the local fallback while Redis is unavailable. */
@NullMarked
package dev.haru.gateway.ratelimit;

import org.jspecify.annotations.NullMarked;
