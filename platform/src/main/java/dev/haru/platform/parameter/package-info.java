/** The parsing of path and query parameters. */
@NullMarked
package dev.haru.platform.parameter;

import org.jspecify.annotations.NullMarked;
