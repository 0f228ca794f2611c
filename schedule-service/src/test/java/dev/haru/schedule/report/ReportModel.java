package dev.haru.schedule.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.schedule.report.Period.Stretch;
import dev.haru.schedule.report.Report.Change;
import dev.haru.schedule.report.Report.Gap;
import dev.haru.schedule.report.Report.Hour;
import dev.haru.schedule.report.Report.Place;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A report by a count of minutes.
 *
 * @param spans the schedules: first minute, minute after the last, and location
 * @param first the minute since 1970 that has the number 0
 */
record ReportModel(List<int[]> spans, long first) {

    void check(Report report, Period period) {
        int split = minute(period.startAt().getEpochSecond());
        int end = minute(period.endAt().getEpochSecond());
        BitSet busy = busy(spans, 0, split, end);
        assertThat(report.count()).isEqualTo(reaching(0, split, end));
        assertThat(report.busyMinutes()).isEqualTo(busy.cardinality());
        assertThat(report.change())
                .isEqualTo(new Change(
                        report.count() - reaching(0, 0, split),
                        busy.cardinality() - busy(spans, 0, 0, split).cardinality()));
        assertThat(report.byLocation())
                .allSatisfy(place -> assertThat(place)
                        .isEqualTo(new Place(
                                place.locationId(),
                                reaching(place.locationId(), split, end),
                                busy(spans, place.locationId(), split, end).cardinality())));
        assertThat(report.byLocation().stream().mapToInt(Place::count).sum()).isEqualTo(report.count());
        assertThat(report.byHour()).isEqualTo(hours(period, busy));
        assertThat(report.overlaps().count()).isEqualTo(overlapping(split, end));
        Gap gap = report.longestFreeGap();
        assertThat(gap == null ? 0 : gap.minutes()).isEqualTo(longestGap(busy, split, end));
    }

    private List<Hour> hours(Period period, BitSet busy) {
        return IntStream.range(0, 24)
                .mapToObj(hour -> {
                    List<Stretch> stretches = new ArrayList<>(period.hours());
                    stretches.removeIf(stretch -> stretch.hour() != hour);
                    int minutes = stretches.stream()
                            .mapToInt(stretch -> busy.get(minute(stretch.from()), minute(stretch.until()))
                                    .cardinality())
                            .sum();
                    long count = spans.stream()
                            .filter(span -> stretches.stream()
                                    .anyMatch(stretch ->
                                            span[0] < minute(stretch.until()) && span[1] > minute(stretch.from())))
                            .count();
                    return new Hour(hour, (int) count, minutes);
                })
                .toList();
    }

    private int minute(long epochSecond) {
        return (int) (epochSecond / 60 - first);
    }

    private static BitSet busy(List<int[]> spans, int place, int from, int to) {
        BitSet busy = new BitSet();
        spans.stream()
                .filter(span -> (place == 0 || span[2] == place) && span[0] < to && span[1] > from)
                .forEach(span -> busy.set(Math.max(span[0], from), Math.min(span[1], to)));
        return busy;
    }

    private int reaching(int place, int from, int to) {
        return (int) spans.stream()
                .filter(span -> (place == 0 || span[2] == place) && span[0] < to && span[1] > from)
                .count();
    }

    private int overlapping(int from, int to) {
        List<BitSet> each = spans.stream()
                .map(span -> busy(List.of(span), 0, from, to))
                .filter(minutes -> !minutes.isEmpty())
                .toList();
        // Each set intersects itself, so the count is at least 1.
        return (int) each.stream()
                .filter(one -> each.stream().filter(one::intersects).count() > 1)
                .count();
    }

    private static int longestGap(BitSet busy, int from, int to) {
        int longest = 0;
        for (int free = busy.nextClearBit(from); free < to; ) {
            int next = busy.nextSetBit(free);
            int end = next < 0 ? to : next;
            longest = Math.max(longest, end - free);
            free = busy.nextClearBit(end);
        }
        return longest;
    }
}
