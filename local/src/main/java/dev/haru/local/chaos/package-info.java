/** What breaks the local system on purpose, or watches it for long, while visitors use it. */
@NullMarked
package dev.haru.local.chaos;

import org.jspecify.annotations.NullMarked;
