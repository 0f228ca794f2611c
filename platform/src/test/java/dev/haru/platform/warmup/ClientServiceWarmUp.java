package dev.haru.platform.warmup;

/** Calls that are made as if this thread served a neighbour's practice. */
public final class ClientServiceWarmUp {

    private ClientServiceWarmUp() {}

    public static void during(Runnable calls) {
        WarmUpPass.beginClientServiceCall();
        try {
            calls.run();
        } finally {
            WarmUpPass.endCall();
        }
    }
}
