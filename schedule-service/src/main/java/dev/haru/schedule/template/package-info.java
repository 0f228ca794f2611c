/** Ready-made schedules that members publish, rate and adopt, and the order in which all the others see them. */
@NullMarked
package dev.haru.schedule.template;

import org.jspecify.annotations.NullMarked;
