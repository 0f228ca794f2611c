/** What the tests of all services share. */
@NullMarked
package dev.haru.platform.test;

import org.jspecify.annotations.NullMarked;
