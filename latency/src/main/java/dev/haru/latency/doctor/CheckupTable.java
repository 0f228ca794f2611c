package dev.haru.latency.doctor;

import dev.haru.latency.doctor.Checkup.Hop;
import dev.haru.latency.table.Figures;
import dev.haru.latency.table.ShortList;
import dev.haru.latency.table.Table;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats the result of a check for a terminal. */
public final class CheckupTable {

    private CheckupTable() {}

    public static String of(Checkup checkup, String source) {
        Table hops = new Table(2, "CALLER", "SERVER", "CALLS", "NO SERVER", "ORPHANS");
        for (Hop hop : ShortList.first(checkup.hops())) {
            hops.row(
                    hop.caller(),
                    hop.server(),
                    Figures.count(hop.calls()),
                    Figures.count(hop.unanswered()),
                    Figures.count(hop.orphans()));
        }
        if (checkup.hops().size() > ShortList.MAXIMUM) {
            hops.row(ShortList.more(checkup.hops()), "");
        }
        return """
            %s traces, %s spans in %s
            spans: %s
            %s duplicates are ignored; %s traces continue a trace of a client%s

            %s
            %s
            """.formatted(
                        Figures.count(checkup.traces()),
                        Figures.count(checkup.spans()),
                        source,
                        ShortList.joined(
                                List.copyOf(checkup.services().entrySet()),
                                ", ",
                                service -> service.getKey() + " " + Figures.count(service.getValue())),
                        Figures.count(checkup.duplicates()),
                        Figures.count(checkup.continued()),
                        checkup.dropped().sentences().stream()
                                .map(sentence -> System.lineSeparator() + sentence)
                                .collect(Collectors.joining()),
                        hops,
                        findings(checkup));
    }

    private static String findings(Checkup checkup) {
        if (checkup.findings().isEmpty()) {
            return "No findings: each client span has its server span, and each server span has its client span.";
        }
        return ShortList.joined(
                checkup.findings(),
                System.lineSeparator(),
                finding -> "%s: %s%s%n    %s"
                        .formatted(
                                finding.what().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                                finding.where(),
                                finding.count() == 0 ? "" : ", " + Figures.count(finding.count()) + " times",
                                finding.meaning()));
    }
}
