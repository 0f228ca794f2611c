package dev.haru.platform.test.interleaving;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Tries orders. First come those with the fewest switches from a participant that could continue (iterative context
 * bounding, <a href="https://doi.org/10.1145/1250734.1250785">Musuvathi and Qadeer 2007</a>). Most errors need few of
 * them. If there are more orders than the limit, a random sample follows. Half of it uses random priorities that change
 * a few times (<a href="https://doi.org/10.1145/1735970.1736040">Burckhardt et al. 2010</a>).
 */
final class Search {

    private static final int PRIORITY_CHANGES = 3;

    private final int participants;
    private final Function<Choices, Order> execution;
    private final Set<String> tried = new HashSet<>();
    private int longest = 1;

    /** @param execution runs one order */
    Search(int participants, Function<Choices, Order> execution) {
        this.participants = participants;
        this.execution = execution;
    }

    /** Tries all orders, or as many as the limit. Returns whether these were all. */
    boolean tryFewestSwitches(int limit) {
        PriorityQueue<Prefix> open = new PriorityQueue<>(Comparator.comparingInt(Prefix::switches));
        open.add(new Prefix(List.of(), 0));
        for (int i = 0; i < limit && !open.isEmpty(); i++) {
            Prefix prefix = open.remove();
            Order order = run(following(prefix.choices()));
            for (int step = prefix.choices().size(); step < order.length(); step++) {
                for (int other : order.ready(step)) {
                    if (other != order.chosen(step)) {
                        List<Integer> choices = new ArrayList<>(order.before(step));
                        choices.add(other);
                        open.add(new Prefix(choices, prefix.switches() + (order.isSwitch(step, other) ? 1 : 0)));
                    }
                }
            }
        }
        return open.isEmpty();
    }

    /** Tries random orders. The same seed gives the same orders. */
    void tryRandom(int number, long seed) {
        for (int i = 0; i < number; i++) {
            Random random = new Random(seed + i);
            run(i % 2 == 0 ? withPriorities(random) : (ready, _) -> ready.get(random.nextInt(ready.size())));
        }
    }

    /** Runs an order that begins with these choices. */
    static Choices following(List<Integer> choices) {
        int[] step = {0};
        return (ready, last) -> {
            int wanted = step[0] < choices.size() ? choices.get(step[0]) : Choices.NONE;
            step[0]++;
            return ready.contains(wanted) ? wanted : Choices.withoutSwitch(ready, last);
        };
    }

    /** The number of different orders that have run. */
    int tried() {
        return tried.size();
    }

    private Order run(Choices choices) {
        Order order = execution.apply(choices);
        longest = Math.max(longest, order.length());
        tried.add(order.toString());
        return order;
    }

    private Choices withPriorities(Random random) {
        List<Integer> changes = IntStream.range(0, PRIORITY_CHANGES)
                .mapToObj(_ -> random.nextInt(longest))
                .toList();
        int[] priorities = random.ints(participants, 0, Integer.MAX_VALUE).toArray();
        int[] step = {0};
        return (ready, last) -> {
            if (changes.contains(step[0]) && last != Choices.NONE) {
                priorities[last] = -step[0];
            }
            step[0]++;
            return ready.stream()
                    .max(Comparator.comparingInt(candidate -> priorities[candidate]))
                    .orElseThrow();
        };
    }

    /** The first choices of an order that has not run yet. */
    private record Prefix(List<Integer> choices, int switches) {}
}
