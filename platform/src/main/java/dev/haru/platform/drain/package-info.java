/** An end that no caller notices: the process goes on for a moment and sends everybody elsewhere. */
@NullMarked
package dev.haru.platform.drain;

import org.jspecify.annotations.NullMarked;
