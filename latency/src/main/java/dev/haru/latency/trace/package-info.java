/** What a trace is: spans, the tree they form, and their clocks made comparable. */
@NullMarked
package dev.haru.latency.trace;

import org.jspecify.annotations.NullMarked;
