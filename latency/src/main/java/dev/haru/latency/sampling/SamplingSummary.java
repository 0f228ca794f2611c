package dev.haru.latency.sampling;

import dev.haru.latency.source.BadInput;
import dev.haru.latency.table.Figures;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How the requests of a window were sampled.
 *
 * @param requests the number of requests
 * @param unknown how many of them carry no probability; each stands for itself
 * @param represented the number of requests for which they stand: the sum of their adjusted counts
 * @param effective the number of equally sampled requests whose mean would be as precise (Kish, "Survey Sampling",
 *     1965)
 * @param policies the names of the samplers, as far as spans have them
 */
public record SamplingSummary(
        long requests, long unknown, double represented, double effective, List<String> policies) {

    private static final int MAXIMUM_NAMED = 5;

    /** So many requests without a probability. */
    public static SamplingSummary unknown(long requests) {
        return new SamplingSummary(requests, requests, requests, requests, List.of());
    }

    /** The requests of several routes. */
    public static SamplingSummary sum(Stream<SamplingSummary> summaries) {
        SamplingTally tally = new SamplingTally();
        summaries.forEach(tally::add);
        return tally.summary();
    }

    /** One line for both windows of a comparison, or one for each if they differ. */
    public static String note(SamplingSummary before, SamplingSummary after) {
        if (before.note().equals(after.note())) {
            return before.note();
        }
        return Stream.of(labelled("Before", before), labelled("After", after))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining(System.lineSeparator()));
    }

    /** One line, or nothing if all requests were kept for certain. */
    public String note() {
        if (unknown > 0) {
            return "%s no sampling probability (th in tracestate)%s: if traces were sampled%s, the figures may be biased."
                    .formatted(
                            unknown == requests
                                    ? "The requests have"
                                    : "%s of %s requests have"
                                            .formatted(Figures.count(unknown), Figures.count(requests)),
                            unknown == requests ? "" : " and count once",
                            by());
        }
        return represented == requests
                ? ""
                : "Sampled%s, and weighted by probability: %s requests stand for %s (effective sample size %s)."
                        .formatted(
                                by(),
                                Figures.count(requests),
                                Figures.count(Math.round(represented)),
                                Figures.count(Math.round(effective)));
    }

    /** The number of requests, and the effective one if it is another. */
    public String count() {
        return Math.round(effective) == requests
                ? Long.toString(requests)
                : "%d, effective sample size %d".formatted(requests, Math.round(effective));
    }

    /** Throws {@link BadInput} if a request carries no probability. {@code where} names the requests. */
    public void requireKnown(String where) {
        if (unknown > 0) {
            throw new BadInput(
                    "%s: %s of %s requests have no sampling probability (th in tracestate)%s. --strict refuses them."
                            .formatted(where, Figures.count(unknown), Figures.count(requests), sampler()));
        }
    }

    private static String labelled(String label, SamplingSummary summary) {
        return summary.note().isEmpty() ? "" : label + ": " + summary.note();
    }

    private String sampler() {
        return policies.isEmpty() ? "" : "; they were sampled" + by();
    }

    private String by() {
        if (policies.isEmpty()) {
            return "";
        }
        String named = String.join(", ", policies.subList(0, Math.min(policies.size(), MAXIMUM_NAMED)));
        return " by " + named + (policies.size() > MAXIMUM_NAMED ? ", …" : "");
    }
}
