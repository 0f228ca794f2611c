/** The order of the servlet filters. */
@NullMarked
package dev.haru.platform.pipeline;

import org.jspecify.annotations.NullMarked;
