/** The first page of templates, assembled in advance and cached as bytes: see decision 023. */
@NullMarked
package dev.haru.schedule.firstpage;

import org.jspecify.annotations.NullMarked;
