/** Runs two or three transactions in all orders of their statements, on a real database. */
@NullMarked
package dev.haru.platform.test.interleaving;

import org.jspecify.annotations.NullMarked;
