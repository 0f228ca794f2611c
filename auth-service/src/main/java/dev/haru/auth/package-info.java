/** The service that knows who may come in. */
@NullMarked
package dev.haru.auth;

import org.jspecify.annotations.NullMarked;
