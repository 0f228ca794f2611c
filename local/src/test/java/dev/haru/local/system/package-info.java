/** Tests of the whole system as clients use it: through the gateway of four running processes. */
@NullMarked
package dev.haru.local.system;

import org.jspecify.annotations.NullMarked;
