/** The version and the age of the time zone rules with which a service computes local times. */
@NullMarked
package dev.haru.platform.zone;

import org.jspecify.annotations.NullMarked;
