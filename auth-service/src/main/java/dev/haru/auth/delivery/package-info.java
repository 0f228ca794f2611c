/** How the neighbours are told of what happened here. */
@NullMarked
package dev.haru.auth.delivery;

import org.jspecify.annotations.NullMarked;
