/** The least that an answer can cost, in the process that is measured. */
@NullMarked
package dev.haru.bench;

import org.jspecify.annotations.NullMarked;
