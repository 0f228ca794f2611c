/** The seed members and their schedules, loaded in bulk past the services. */
@NullMarked
package dev.haru.local.demo;

import org.jspecify.annotations.NullMarked;
