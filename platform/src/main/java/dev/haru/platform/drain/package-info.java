/** Graceful shutdown: the process serves requests for a period while client services move to other replicas. */
@NullMarked
package dev.haru.platform.drain;

import org.jspecify.annotations.NullMarked;
