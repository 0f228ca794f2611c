package dev.haru.platform.test.interleaving;

import java.util.List;

/** Chooses which participant runs its next step. */
@FunctionalInterface
interface Choices {

    /** No participant has run a step. */
    int NONE = -1;

    /**
     * Returns one of the participants that can continue.
     *
     * @param ready indexes of the participants that can continue, ascending and not empty
     * @param last the participant of the previous step, or {@link #NONE}
     */
    int next(List<Integer> ready, int last);

    /** Continues with the same participant as long as possible. */
    static int withoutSwitch(List<Integer> ready, int last) {
        return ready.contains(last) ? last : ready.getFirst();
    }
}
