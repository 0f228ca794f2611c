/** Checks of Grafana's dashboard files. */
@NullMarked
package dev.haru.systemtests.dashboard;

import org.jspecify.annotations.NullMarked;
