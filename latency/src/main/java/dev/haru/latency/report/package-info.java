/** The results of a command as a pipeline reads them: JUnit XML and annotations of GitHub Actions. */
@NullMarked
package dev.haru.latency.report;

import org.jspecify.annotations.NullMarked;
