/** The charts as they render: who may talk to whom, and what can be seen from outside. */
@NullMarked
package dev.haru.local.chart;

import org.jspecify.annotations.NullMarked;
