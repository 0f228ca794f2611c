package dev.haru.platform.test;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.extension.Parameters;
import com.github.tomakehurst.wiremock.extension.ServeEventListener;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Holds the responses of {@link #of some stubs} of a WireMock server until a test releases them. WireMock has recorded
 * the request by then. Unlike a fixed delay, a held response cannot arrive too early on a busy machine.
 */
public final class HeldResponses implements ServeEventListener, AutoCloseable {

    private static final String NAME = "held-responses";

    private final AtomicInteger waiting = new AtomicInteger();
    private volatile CountDownLatch released = new CountDownLatch(0);

    /** Returns the stub as one whose responses are held. Its server has this extension. */
    public static MappingBuilder of(MappingBuilder stub) {
        return stub.withServeEventListener(NAME, Parameters.empty());
    }

    /** Holds responses from now on. Closing the returned object releases them. */
    public HeldResponses hold() {
        if (released.getCount() == 0) {
            released = new CountDownLatch(1);
        }
        return this;
    }

    /** Releases the held responses and holds no later ones. */
    public void release() {
        released.countDown();
    }

    /** Returns the number of responses that are held now. */
    public int waiting() {
        return waiting.get();
    }

    @Override
    public void close() {
        release();
    }

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public boolean applyGlobally() {
        return false;
    }

    @Override
    public void beforeResponseSent(ServeEvent event, Parameters parameters) {
        waiting.incrementAndGet();
        try {
            released.await();
        } catch (InterruptedException stopped) {
            // WireMock stops.
            Thread.currentThread().interrupt();
        } finally {
            waiting.decrementAndGet();
        }
    }
}
