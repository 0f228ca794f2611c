/** Common implementations of the first page of templates, as a baseline, and the plans of the service's own queries. */
@NullMarked
package dev.haru.bench.templates;

import org.jspecify.annotations.NullMarked;
