/** Content codings: compressed representations of a response. */
@NullMarked
package dev.haru.platform.encoding;

import org.jspecify.annotations.NullMarked;
