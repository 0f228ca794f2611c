/**
 * Reads traces from Tempo, or from files of OTLP/JSON, Jaeger JSON or Zipkin JSON, and groups them by trace id in
 * bounded memory.
 */
@NullMarked
package dev.haru.latency.source;

import org.jspecify.annotations.NullMarked;
