/** The deadline of a request: the time by which services must respond. */
@NullMarked
package dev.haru.gateway.deadline;

import org.jspecify.annotations.NullMarked;
