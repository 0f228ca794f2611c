/** Grafana's dashboards as files: what they hold, and what they must. */
@NullMarked
package dev.haru.local.dashboard;

import org.jspecify.annotations.NullMarked;
