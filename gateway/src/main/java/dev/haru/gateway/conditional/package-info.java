/** Conditional GET: responds with 304 for public pages that a client already has, without an upstream call. */
@NullMarked
package dev.haru.gateway.conditional;

import org.jspecify.annotations.NullMarked;
