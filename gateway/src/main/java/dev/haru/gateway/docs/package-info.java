/** The API page: one browsable page over the OpenAPI documents of all services. */
@NullMarked
package dev.haru.gateway.docs;

import org.jspecify.annotations.NullMarked;
