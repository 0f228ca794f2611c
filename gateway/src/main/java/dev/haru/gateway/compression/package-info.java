/** Compression of responses, and the entity tags of compressed responses. */
@NullMarked
package dev.haru.gateway.compression;

import org.jspecify.annotations.NullMarked;
