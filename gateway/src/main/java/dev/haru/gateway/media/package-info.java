/** What the gateway writes by itself: problems and the API page. */
@NullMarked
package dev.haru.gateway.media;

import org.jspecify.annotations.NullMarked;
