/**
 * Access to the one database, in which each service has its own schema and user, without grants on other schemas. A
 * read replica is optional.
 */
@NullMarked
package dev.haru.platform.database;

import org.jspecify.annotations.NullMarked;
