/** Media types of requests and answers: JSON, and nothing else that happens to be on the class path. */
@NullMarked
package dev.haru.platform.media;

import org.jspecify.annotations.NullMarked;
