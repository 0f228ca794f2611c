/** Reads traces from OTLP/JSON files or Tempo, and groups them by trace id in bounded memory. */
@NullMarked
package dev.haru.latency.source;

import org.jspecify.annotations.NullMarked;
