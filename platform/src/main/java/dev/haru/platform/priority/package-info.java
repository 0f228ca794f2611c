/** Which threads of a process get a core first. */
@NullMarked
package dev.haru.platform.priority;

import org.jspecify.annotations.NullMarked;
