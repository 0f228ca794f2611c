/** Test support for all services. */
@NullMarked
package dev.haru.platform.test;

import org.jspecify.annotations.NullMarked;
