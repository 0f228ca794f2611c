package dev.haru.auth.outbox;

import org.springframework.boot.test.context.TestComponent;

/** Lets tests of other packages run a round of the relay. */
@TestComponent
public class RelayDriver {

    private final Outbox outbox;

    RelayDriver(Outbox outbox) {
        this.outbox = outbox;
    }

    public void run() {
        outbox.relay();
    }
}
