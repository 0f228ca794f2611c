/** A profile as one page that needs no network. */
@NullMarked
package dev.haru.latency.page;

import org.jspecify.annotations.NullMarked;
