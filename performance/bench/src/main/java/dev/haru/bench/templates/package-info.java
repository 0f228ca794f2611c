/** The first page of templates as it is often read, to compare with, and the plans of the service's own queries. */
@NullMarked
package dev.haru.bench.templates;

import org.jspecify.annotations.NullMarked;
