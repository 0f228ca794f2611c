/**
 * The smoke test: the steps of one member, from registration to erasure, on a running gateway; {@code helm test} runs
 * it.
 */
@NullMarked
package dev.haru.gateway.smoketest;

import org.jspecify.annotations.NullMarked;
