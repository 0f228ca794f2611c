/** Tests of the rendered charts: which pods may call each other, and which ports are reachable from outside. */
@NullMarked
package dev.haru.systemtests.chart;

import org.jspecify.annotations.NullMarked;
