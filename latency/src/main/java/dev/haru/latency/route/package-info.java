/** Which requests a trace holds, and by what route they are known. */
@NullMarked
package dev.haru.latency.route;

import org.jspecify.annotations.NullMarked;
