package dev.haru.latency.table;

import java.util.ArrayList;
import java.util.List;

/** A table of text columns, aligned left, and columns of figures, aligned right. */
public final class Table {

    private static final int MAXIMUM_WIDTH = 48;

    private final int texts;
    private final List<List<String>> rows = new ArrayList<>();

    /** {@code texts} is the number of text columns, which come first. */
    public Table(int texts, String... heads) {
        this.texts = texts;
        rows.add(List.of(heads));
    }

    public Table row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        int[] widths = widths();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String cell = truncated(row.get(column));
                String padding = " ".repeat(widths[column] - cell.length());
                line.append(column < texts ? cell + padding : padding + cell).append("  ");
            }
            text.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.toString();
    }

    private int[] widths() {
        int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                widths[column] =
                        Math.max(widths[column], truncated(row.get(column)).length());
            }
        }
        return widths;
    }

    private static String truncated(String cell) {
        return cell.length() <= MAXIMUM_WIDTH ? cell : cell.substring(0, MAXIMUM_WIDTH - 1) + "…";
    }
}
