/** An extension of the OpenTelemetry Java agent: what is traced, what a span may tell, and where it goes. */
@NullMarked
package dev.haru.tracing;

import org.jspecify.annotations.NullMarked;
