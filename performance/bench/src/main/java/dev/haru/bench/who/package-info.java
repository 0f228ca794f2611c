/** An endpoint whose only cost is authentication. */
@NullMarked
package dev.haru.bench.who;

import org.jspecify.annotations.NullMarked;
