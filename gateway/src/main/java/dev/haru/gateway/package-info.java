/** The gateway: the one HTTP entry for clients. */
@NullMarked
package dev.haru.gateway;

import org.jspecify.annotations.NullMarked;
