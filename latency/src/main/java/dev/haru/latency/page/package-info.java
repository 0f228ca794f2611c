/** Formats a profile as one HTML page that needs no network. */
@NullMarked
package dev.haru.latency.page;

import org.jspecify.annotations.NullMarked;
