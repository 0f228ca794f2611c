/** The only public door of Haru. */
@NullMarked
package dev.haru.gateway;

import org.jspecify.annotations.NullMarked;
