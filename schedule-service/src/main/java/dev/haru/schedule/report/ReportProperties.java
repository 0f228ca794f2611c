package dev.haru.schedule.report;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The caches of reports, one for each kind. application.yml has their names and lifetimes.
 *
 * @param daily daily reports
 * @param weekly weekly reports
 * @param dailyStatus the days with schedules
 * @param weeklyStatus the weeks with schedules
 */
@Validated
@ConfigurationProperties("haru.reports")
record ReportProperties(
        @NotNull @Valid CacheProperties daily,
        @NotNull @Valid CacheProperties weekly,
        @NotNull @Valid CacheProperties dailyStatus,
        @NotNull @Valid CacheProperties weeklyStatus) {

    /**
     * Returns the maximum number of entries in all caches, which is also the maximum number of members with an entry.
     */
    int sizeOfAll() {
        return daily.size + weekly.size + dailyStatus.size + weeklyStatus.size;
    }

    /**
     * A cache.
     *
     * @param name name of the cache in metrics and the actuator
     * @param size maximum of entries, of about 2 KB each; 0 disables the cache
     * @param lifetime when an entry expires without a change of the member's schedules
     */
    record CacheProperties(
            @NotBlank String name,
            @DefaultValue("5000") @Min(0) int size,
            @NotNull Lifetime lifetime) {}
}
