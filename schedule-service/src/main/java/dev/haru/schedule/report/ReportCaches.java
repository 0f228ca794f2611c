package dev.haru.schedule.report;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Component;

/** The caches of reports, one for each kind. */
@Component
class ReportCaches {

    private final ReportCache<byte[]> daily;
    private final ReportCache<byte[]> weekly;
    private final ReportCache<byte[]> dailyStatus;
    private final ReportCache<byte[]> weeklyStatus;

    ReportCaches(ReportProperties properties, CalendarVersions versions, Clock clock, MeterRegistry meters) {
        this.daily = new ReportCache<>(properties.daily(), versions, clock, meters);
        this.weekly = new ReportCache<>(properties.weekly(), versions, clock, meters);
        this.dailyStatus = new ReportCache<>(properties.dailyStatus(), versions, clock, meters);
        this.weeklyStatus = new ReportCache<>(properties.weeklyStatus(), versions, clock, meters);
    }

    ReportCache<byte[]> reports(Cadence cadence) {
        return switch (cadence) {
            case DAILY -> daily;
            case WEEKLY -> weekly;
        };
    }

    ReportCache<byte[]> statuses(Cadence cadence) {
        return switch (cadence) {
            case DAILY -> dailyStatus;
            case WEEKLY -> weeklyStatus;
        };
    }

    List<ReportCache<?>> all() {
        return List.of(daily, weekly, dailyStatus, weeklyStatus);
    }
}
