/** What clients see of the whole system: every test here talks to the gateway of four running processes. */
@NullMarked
package dev.haru.local.system;

import org.jspecify.annotations.NullMarked;
