package dev.haru.local.process;

/**
 * The launcher refuses a command for a reason that the user can remove. The message states the reason and the remedy.
 */
public final class Refusal extends RuntimeException {

    public Refusal(String reasonAndMend) {
        super(reasonAndMend);
    }
}
