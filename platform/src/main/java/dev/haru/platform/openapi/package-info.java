/** The common parts of the OpenAPI documents of all services. */
@NullMarked
package dev.haru.platform.openapi;

import org.jspecify.annotations.NullMarked;
