/** Bounds of a request that hold before any filter or controller reads it. */
@NullMarked
package dev.haru.platform.request;

import org.jspecify.annotations.NullMarked;
