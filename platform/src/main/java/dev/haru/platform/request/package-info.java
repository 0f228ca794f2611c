/** Limits of a request that apply before any filter or controller reads it. */
@NullMarked
package dev.haru.platform.request;

import org.jspecify.annotations.NullMarked;
