/** The media types that the gateway writes itself: problem details and the API page. */
@NullMarked
package dev.haru.gateway.media;

import org.jspecify.annotations.NullMarked;
