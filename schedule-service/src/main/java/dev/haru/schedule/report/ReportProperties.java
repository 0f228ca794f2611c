package dev.haru.schedule.report;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * How reports are remembered, a cache for each kind; application.yml has the defaults.
 *
 * @param daily the reports of days
 * @param weekly the reports of weeks
 * @param dailyStatus which days have something to report
 * @param weeklyStatus which weeks have something to report
 */
@Validated
@ConfigurationProperties("haru.reports")
record ReportProperties(
        @NotNull @Valid CacheProperties daily,
        @NotNull @Valid CacheProperties weekly,
        @NotNull @Valid CacheProperties dailyStatus,
        @NotNull @Valid CacheProperties weeklyStatus) {

    /** For how many members something can be remembered at all. */
    int sizeOfAll() {
        return daily.size + weekly.size + dailyStatus.size + weeklyStatus.size;
    }

    /**
     * A cache.
     *
     * @param name what metrics and the actuator call it
     * @param size how many entries it has at most; with 0 nothing is remembered
     * @param lifetime when an entry dies, if the member's schedules do not change before
     */
    record CacheProperties(
            @NotBlank String name,
            @NotNull @Min(0) Integer size,
            @NotNull Lifetime lifetime) {}
}
