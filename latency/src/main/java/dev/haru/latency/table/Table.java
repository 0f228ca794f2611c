package dev.haru.latency.table;

import java.util.ArrayList;
import java.util.List;

/** Lines of columns: the first ones to the left, the figures to the right. */
public final class Table {

    private static final int WIDEST = 48;

    private final int texts;
    private final List<List<String>> rows = new ArrayList<>();

    /** With so many columns of text before the figures. */
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
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String cell = cut(row.get(column));
                String room = " ".repeat(width(column) - cell.length());
                line.append(column < texts ? cell + room : room + cell).append("  ");
            }
            text.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.toString();
    }

    private int width(int column) {
        return rows.stream()
                .filter(row -> row.size() > column)
                .mapToInt(row -> cut(row.get(column)).length())
                .max()
                .orElse(0);
    }

    private static String cut(String cell) {
        return cell.length() <= WIDEST ? cell : cell.substring(0, WIDEST - 1) + "…";
    }
}
