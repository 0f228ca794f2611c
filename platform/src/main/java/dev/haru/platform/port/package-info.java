/** Free ports for the launcher and for tests. */
@NullMarked
package dev.haru.platform.port;

import org.jspecify.annotations.NullMarked;
