package dev.haru.platform.test.interleaving;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs participants in all orders of their statements up to a limit, and checks invariants after each order. Each
 * participant has its own thread and connections of a {@link SteppedDataSource}. A step is a statement, or the end of a
 * transaction. A participant that waits for a lock continues when another one has released it; meanwhile the others go
 * on.
 *
 * <p>An order fails if a check or a participant throws an exception, or if PostgreSQL reports a deadlock or a failed
 * serialization to a participant, even if that participant repeats the transaction. The failure names the order. With
 * {@code -Dharu.interleaving.order=ABBA}, a test runs only this order. {@code -Dharu.interleaving.seed} repeats a
 * random sample, and {@code -Dharu.interleaving.orders} sets the limit of all tests.
 */
public final class Interleaving {

    private static final Logger log = LoggerFactory.getLogger(Interleaving.class);

    private static final int LIMIT = 50;

    private final List<String> names = new ArrayList<>();
    private final List<Action> actions = new ArrayList<>();
    private final Action before;
    private Action afterEachStep = () -> {};
    private int limit = LIMIT;

    private Interleaving(Action before) {
        this.before = before;
    }

    /** Begins with the code that writes the rows of an order. */
    public static Interleaving of(Action before) {
        return new Interleaving(before);
    }

    /** Adds a participant. */
    public Interleaving participant(String name, Action action) {
        names.add(name);
        actions.add(action);
        return this;
    }

    /** Also runs this check after each step, on the rows that are committed then. */
    public Interleaving afterEachStep(Action check) {
        this.afterEachStep = check;
        return this;
    }

    /** Tries so many orders, and half as many random ones if there are more. The default is 50. */
    public Interleaving limit(int orders) {
        this.limit = orders;
        return this;
    }

    /** Runs the orders and the check after each. Returns the number of different orders, which is never 0. */
    public int check(Action after) throws SQLException {
        String only = System.getProperty("haru.interleaving.order");
        try (LockWaits locks = new LockWaits()) {
            Search search = new Search(actions.size(), choices -> execute(choices, after, locks));
            if (only != null) {
                execute(Search.following(Order.parse(only)), after, locks);
                return 1;
            }
            int orders = Integer.getInteger("haru.interleaving.orders", limit);
            boolean all = search.tryFewestSwitches(orders);
            if (!all) {
                Long given = Long.getLong("haru.interleaving.seed");
                long seed = given == null ? new Random().nextLong() : given;
                log.info("{}: random orders with -Dharu.interleaving.seed={}", names, seed);
                search.tryRandom(orders / 2, seed);
            }
            log.info("{}: {} orders{}", names, search.tried(), all ? ", which are all" : "");
            if (search.tried() == 0) {
                throw new AssertionError("no order was tried");
            }
            return search.tried();
        }
    }

    private Order execute(Choices choices, Action after, LockWaits locks) {
        Execution execution = new Execution(names, locks);
        try {
            before.run();
            execution.run(actions::get, choices, afterEachStep);
            after.run();
            return execution.order();
        } catch (Exception | AssertionError failure) {
            throw new AssertionError(describe(execution.order(), failure), failure);
        }
    }

    private String describe(Order order, Throwable failure) {
        StringBuilder text = new StringBuilder("fails in the order -Dharu.interleaving.order=").append(order);
        for (int i = 0; i < names.size(); i++) {
            text.append(i == 0 ? " with " : ", ")
                    .append(Order.letter(i))
                    .append(": ")
                    .append(names.get(i));
        }
        return text.append('\n')
                .append(order.listed())
                .append(messageOf(failure))
                .toString();
    }

    private static @Nullable String messageOf(Throwable failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return failure == cause ? failure.getMessage() : failure.getMessage() + ": " + cause.getMessage();
    }
}
