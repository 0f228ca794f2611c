/** An answer that takes nothing but knowing who asks. */
@NullMarked
package dev.haru.bench.who;

import org.jspecify.annotations.NullMarked;
