/**
 * One database, a schema and a user for each service, and no grant on the others'; and a replica to read from, if there
 * is one.
 */
@NullMarked
package dev.haru.platform.database;

import org.jspecify.annotations.NullMarked;
