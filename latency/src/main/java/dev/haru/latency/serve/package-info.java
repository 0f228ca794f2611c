/** The page of {@code latency serve}: an HTTP server, its JSON and its files. */
@NullMarked
package dev.haru.latency.serve;

import org.jspecify.annotations.NullMarked;
