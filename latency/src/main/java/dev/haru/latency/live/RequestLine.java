package dev.haru.latency.live;

import dev.haru.latency.component.Breakdown.Part;
import dev.haru.latency.component.Component;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A request in a list. Times are in nanoseconds.
 *
 * @param startNanos since 1970
 * @param shape the number of its shape
 * @param component the component with the most time
 * @param componentNanos the time of that component
 */
public record RequestLine(
        String trace,
        long startNanos,
        long durationNanos,
        boolean failed,
        int shape,
        String component,
        long componentNanos) {

    /** The slowest of these requests, the slowest first. */
    public static List<RequestLine> slowest(List<KeptRequest> requests, int count) {
        return requests.stream()
                .sorted(Comparator.comparingLong(KeptRequest::duration).reversed())
                .limit(count)
                .map(RequestLine::of)
                .toList();
    }

    private static RequestLine of(KeptRequest request) {
        Map.Entry<Component, Part> largest = request.breakdown().parts().entrySet().stream()
                .max(Comparator.comparingLong(entry -> entry.getValue().nanos()))
                .orElseThrow();
        return new RequestLine(
                request.breakdown().trace().toString(),
                request.start(),
                request.duration(),
                request.breakdown().failed(),
                request.shape(),
                largest.getKey().toString(),
                largest.getValue().nanos());
    }
}
