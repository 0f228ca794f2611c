package dev.haru.local.process;

/** A start that cannot go on for a reason which a person can mend: the message is that reason and the mend. */
public final class Refusal extends RuntimeException {

    public Refusal(String reasonAndMend) {
        super(reasonAndMend);
    }
}
