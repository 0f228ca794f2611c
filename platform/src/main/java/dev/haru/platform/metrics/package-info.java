/** The metrics settings of all services: histogram buckets and exemplars. */
@NullMarked
package dev.haru.platform.metrics;

import org.jspecify.annotations.NullMarked;
