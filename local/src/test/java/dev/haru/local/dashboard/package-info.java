/** Checks of Grafana's dashboard files. */
@NullMarked
package dev.haru.local.dashboard;

import org.jspecify.annotations.NullMarked;
