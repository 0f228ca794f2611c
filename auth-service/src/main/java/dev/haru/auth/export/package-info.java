/**
 * Exports: an archive of all data of an account, which a relay gathers from the services in parts and keeps for a day.
 */
@NullMarked
package dev.haru.auth.export;

import org.jspecify.annotations.NullMarked;
