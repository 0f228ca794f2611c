/** The match of a request's path with the mappings of the controllers. */
@NullMarked
package dev.haru.platform.path;

import org.jspecify.annotations.NullMarked;
