/** Templates: ready-made schedules that members publish, rate and adopt, and the rankings in which others see them. */
@NullMarked
package dev.haru.schedule.template;

import org.jspecify.annotations.NullMarked;
