/** The headers that cross the door, inwards and outwards. */
@NullMarked
package dev.haru.gateway.header;

import org.jspecify.annotations.NullMarked;
