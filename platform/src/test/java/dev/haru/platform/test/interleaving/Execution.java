package dev.haru.platform.test.interleaving;

import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Runs the participants once, in one order. */
final class Execution {

    private final Steps steps;
    private final List<Participant> participants;
    private final Order order = new Order();

    Execution(List<String> names, LockWaits locks) {
        this.steps = new Steps(locks);
        this.participants =
                names.stream().map(name -> new Participant(name, steps)).toList();
    }

    /**
     * Runs all participants to their ends. Rethrows their exceptions.
     *
     * @param afterEachStep runs while no participant runs
     */
    void run(IntFunction<Action> actions, Choices choices, Action afterEachStep) throws Exception {
        try {
            for (int i = 0; i < participants.size(); i++) {
                // One after another: the code before the first statement does not run at the same time.
                participants.get(i).start(actions.apply(i));
                steps.settle();
            }
            int last = Choices.NONE;
            for (List<Integer> ready = ready(); !ready.isEmpty(); ready = ready()) {
                last = choices.next(ready, last);
                order.add(ready, last, steps.resume(participants.get(last)));
                steps.settle();
                afterEachStep.run();
            }
        } finally {
            steps.abandon();
        }
        for (Participant participant : participants) {
            for (Throwable failure : participant.failures()) {
                throw new AssertionError(participant + " failed", failure);
            }
        }
    }

    /** The steps until now. */
    Order order() {
        return order;
    }

    private List<Integer> ready() {
        Set<Participant> paused = steps.in(Steps.State.PAUSED);
        return IntStream.range(0, participants.size())
                .filter(i -> paused.contains(participants.get(i)))
                .boxed()
                .toList();
    }
}
