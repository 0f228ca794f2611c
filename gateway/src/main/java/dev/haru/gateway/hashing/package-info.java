/** How many sign-ins and sign-ups may be under way at once. */
@NullMarked
package dev.haru.gateway.hashing;

import org.jspecify.annotations.NullMarked;
