/** Where traces come from: files of OTLP/JSON lines or Tempo, brought together by trace id in bounded memory. */
@NullMarked
package dev.haru.latency.source;

import org.jspecify.annotations.NullMarked;
