/** The embedded PostgreSQL and Redis. */
@NullMarked
package dev.haru.local.store;

import org.jspecify.annotations.NullMarked;
