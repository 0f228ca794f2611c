/** The code that all servlet services of Haru share. It contains no term of a single service's domain. */
@NullMarked
package dev.haru.platform;

import org.jspecify.annotations.NullMarked;
