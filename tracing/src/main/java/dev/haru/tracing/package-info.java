/**
 * An extension of the OpenTelemetry Java agent: which requests are traced, which attributes a span keeps, and where
 * spans are exported.
 */
@NullMarked
package dev.haru.tracing;

import org.jspecify.annotations.NullMarked;
