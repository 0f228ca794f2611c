package dev.haru.latency.whatif;

import dev.haru.latency.sampling.SamplingSummary;
import dev.haru.latency.table.Figures;
import dev.haru.latency.table.Table;
import dev.haru.latency.whatif.Prediction.ChangedComponents;
import dev.haru.latency.whatif.Prediction.Figure;

/** Formats a prediction for a terminal. */
public final class PredictionTable {

    /** With fewer requests, p99 is the maximum. */
    private static final int REQUESTS_FOR_P99 = 100;

    /** With fewer requests, the next p99 exceeds the longest request in more than 3 % of all cases. */
    private static final int REQUESTS_FOR_INTERVAL = 400;

    private PredictionTable() {}

    public static String of(Prediction prediction) {
        return """
            %s: %s requests in %s%s
            %s
            %s
            %s requests change. INTERVAL: where the figure of as many further requests will be, with 95 %% confidence.
            Assumed: the same load, calls, queues, timeouts and retries; calls that overlapped are independent.
            %s%s""".formatted(
                        prediction.route(),
                        Figures.count(prediction.requests()),
                        prediction.source(),
                        sampled(prediction),
                        changes(prediction),
                        figures(prediction),
                        Figures.count(prediction.affected()),
                        ofP99(prediction.sampling()),
                        prediction.sampling().note().isEmpty()
                                ? ""
                                : prediction.sampling().note() + System.lineSeparator());
    }

    private static String ofP99(SamplingSummary sampling) {
        long effective = Math.round(sampling.effective());
        String requests = effective == sampling.requests() ? "requests" : "effective requests";
        if (effective < REQUESTS_FOR_P99) {
            return "p99 is the maximum, because there are fewer than %d %s.%n".formatted(REQUESTS_FOR_P99, requests);
        }
        return effective < REQUESTS_FOR_INTERVAL
                ? "The interval of p99 is too narrow, because there are fewer than %d %s.%n"
                        .formatted(REQUESTS_FOR_INTERVAL, requests)
                : "";
    }

    private static String changes(Prediction prediction) {
        StringBuilder text = new StringBuilder();
        for (ChangedComponents change : prediction.changes()) {
            int components = change.components().size();
            text.append("what if %s: %s requests wait for %s%n"
                    .formatted(
                            change.change(),
                            Figures.count(change.requests()),
                            components == 1 ? "it" : components + " such components"));
        }
        return text.toString();
    }

    private static Table figures(Prediction prediction) {
        Table table = new Table(1, "", "BEFORE ms", "PREDICTED ms", "CHANGE ms", "INTERVAL ms");
        for (Figure figure : prediction.figures()) {
            table.row(
                    figure.what(),
                    Figures.millis(figure.beforeNanos()),
                    Figures.millis(figure.predictedNanos()),
                    Figures.change(figure.changeNanos()),
                    Figures.millis(figure.lowNanos()) + " to " + Figures.millis(figure.highNanos()));
        }
        return table;
    }

    private static String sampled(Prediction prediction) {
        return prediction.sampled() == prediction.requests()
                ? ""
                : ", figures of a uniform sample of " + Figures.count(prediction.sampled());
    }
}
