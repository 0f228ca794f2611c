/** The media types of requests and responses: JSON only, independent of the class path. */
@NullMarked
package dev.haru.platform.media;

import org.jspecify.annotations.NullMarked;
