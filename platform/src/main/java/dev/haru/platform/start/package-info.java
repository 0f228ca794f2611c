/** The reason of a failed startup, for Kubernetes and operators. */
@NullMarked
package dev.haru.platform.start;

import org.jspecify.annotations.NullMarked;
