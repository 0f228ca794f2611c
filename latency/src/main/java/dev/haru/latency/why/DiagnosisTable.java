package dev.haru.latency.why;

import dev.haru.latency.sampling.SamplingSummary;
import dev.haru.latency.table.Table;
import java.util.Locale;

/** Formats a diagnosis for a terminal. */
public final class DiagnosisTable {

    private DiagnosisTable() {}

    /** The conclusion, the suspects, and the evidence of each. */
    public static String of(Diagnosis diagnosis) {
        StringBuilder text = new StringBuilder(diagnosis.conclusion()).append(System.lineSeparator());
        String note = SamplingSummary.note(diagnosis.samplingBefore(), diagnosis.samplingAfter());
        text.append(note).append(note.isEmpty() ? "" : System.lineSeparator());
        if (diagnosis.suspects().isEmpty()) {
            return text.toString();
        }
        Table table = new Table(3, "", "SERVICE", "COMPONENT", "LONGER BY ms");
        StringBuilder evidence = new StringBuilder();
        int rank = 0;
        for (Suspect suspect : diagnosis.suspects()) {
            String number = Integer.toString(++rank);
            table.row(
                    number,
                    suspect.service(),
                    suspect.component(),
                    "%s to %s".formatted(millis(suspect.low()), millis(suspect.high())));
            evidence.append(number).append(". ").append(suspect.evidence()).append(System.lineSeparator());
        }
        return text.append(System.lineSeparator())
                .append(table)
                .append(System.lineSeparator())
                .append(evidence)
                .toString();
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, "%+.1f", value);
    }
}
