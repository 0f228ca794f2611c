/** Strict JSON for requests: the service refuses ambiguous or unknown input and names the field. */
@NullMarked
package dev.haru.platform.json;

import org.jspecify.annotations.NullMarked;
