/** The order of the filters. */
@NullMarked
package dev.haru.gateway.pipeline;

import org.jspecify.annotations.NullMarked;
