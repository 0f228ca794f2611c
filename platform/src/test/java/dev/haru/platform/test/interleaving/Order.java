package dev.haru.platform.test.interleaving;

import java.util.ArrayList;
import java.util.List;

/** The steps of one execution. Its text has a letter for each step: A for the first participant, B for the second. */
final class Order {

    private static final int TEXT_LENGTH = 120;

    private final List<List<Integer>> ready = new ArrayList<>();
    private final List<Integer> chosen = new ArrayList<>();
    private final List<String> steps = new ArrayList<>();

    void add(List<Integer> candidates, int choice, String step) {
        ready.add(candidates);
        chosen.add(choice);
        steps.add(step);
    }

    /** Returns the choices of an order's text. */
    static List<Integer> parse(String text) {
        return text.chars().mapToObj(letter -> letter - 'A').toList();
    }

    static char letter(int participant) {
        return (char) ('A' + participant);
    }

    int length() {
        return chosen.size();
    }

    /** The participants that could run this step. */
    List<Integer> ready(int step) {
        return ready.get(step);
    }

    /** The participant that ran this step. */
    int chosen(int step) {
        return chosen.get(step);
    }

    /** Whether this participant would end the run of another one that could continue. */
    boolean isSwitch(int step, int participant) {
        return step > 0 && participant != chosen(step - 1) && ready(step).contains(chosen(step - 1));
    }

    /** The first choices, without those from this step on. */
    List<Integer> before(int step) {
        return chosen.subList(0, step);
    }

    /** A line for each step. */
    String listed() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < steps.size(); i++) {
            String sql = steps.get(i).strip().replaceAll("\\s+", " ");
            lines.append(letter(chosen(i)))
                    .append(": ")
                    .append(sql, 0, Math.min(sql.length(), TEXT_LENGTH))
                    .append('\n');
        }
        return lines.toString();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        chosen.forEach(participant -> text.append(letter(participant)));
        return text.toString();
    }
}
