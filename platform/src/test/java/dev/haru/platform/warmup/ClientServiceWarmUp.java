package dev.haru.platform.warmup;

/** Runs calls as if this thread served a warm-up call of a client service. */
public final class ClientServiceWarmUp {

    private ClientServiceWarmUp() {}

    public static void during(Runnable calls) {
        WarmUpContext.beginClientServiceCall();
        try {
            calls.run();
        } finally {
            WarmUpContext.endCall();
        }
    }
}
