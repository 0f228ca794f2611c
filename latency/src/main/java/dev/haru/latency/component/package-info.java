/** Who a moment of the critical path is charged to, and what each request's parts are. */
@NullMarked
package dev.haru.latency.component;

import org.jspecify.annotations.NullMarked;
