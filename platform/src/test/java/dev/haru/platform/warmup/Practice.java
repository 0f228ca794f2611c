package dev.haru.platform.warmup;

/** Calls that are made as if this thread served a neighbour's practice. */
public final class Practice {

    private Practice() {}

    public static void during(Runnable calls) {
        WarmUpPass.beginNeighboursCall();
        try {
            calls.run();
        } finally {
            WarmUpPass.endCall();
        }
    }
}
