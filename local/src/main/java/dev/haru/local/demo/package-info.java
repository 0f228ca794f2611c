/** The seed members and their schedules, loaded in bulk without calls to the services. */
@NullMarked
package dev.haru.local.demo;

import org.jspecify.annotations.NullMarked;
