/** How parameters of paths and queries are read. */
@NullMarked
package dev.haru.platform.parameter;

import org.jspecify.annotations.NullMarked;
