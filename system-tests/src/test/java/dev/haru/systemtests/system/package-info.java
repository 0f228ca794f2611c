/** Tests of the whole system as clients use it: through the gateway of four running processes. */
@NullMarked
package dev.haru.systemtests.system;

import org.jspecify.annotations.NullMarked;
