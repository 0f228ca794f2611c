/** Until when an answer is of use: taken from the caller, obeyed by calls and statements, handed on. */
@NullMarked
package dev.haru.platform.deadline;

import org.jspecify.annotations.NullMarked;
