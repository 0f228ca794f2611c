/** What the OpenAPI documents of all services say alike. */
@NullMarked
package dev.haru.platform.openapi;

import org.jspecify.annotations.NullMarked;
