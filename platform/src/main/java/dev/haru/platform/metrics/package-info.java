/** What all services measure alike: where histograms have their buckets, and which trace a figure came from. */
@NullMarked
package dev.haru.platform.metrics;

import org.jspecify.annotations.NullMarked;
