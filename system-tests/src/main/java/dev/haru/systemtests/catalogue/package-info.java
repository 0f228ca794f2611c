/**
 * Templates, ratings and adoptions in large numbers for measurements: with realistic popularity, and the same in each
 * run.
 */
@NullMarked
package dev.haru.systemtests.catalogue;

import org.jspecify.annotations.NullMarked;
