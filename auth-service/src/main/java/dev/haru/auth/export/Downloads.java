package dev.haru.auth.export;

import dev.haru.platform.deadline.Deadline;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;
import org.springframework.web.context.request.async.WebAsyncManager;
import org.springframework.web.context.request.async.WebAsyncUtils;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/**
 * Sends archives part by part, on virtual threads. Memory holds one part of each download. The number and the duration
 * of downloads are limited, since a client can read slowly, and an account has a small part of them.
 *
 * <p>Longer than 120 lines because the bounds of a download stand beside it.
 */
@Component
class Downloads {

    /** Downloads of an account at the same time: one, and another one after a lost connection. */
    static final int PER_ACCOUNT = 2;

    private static final Duration BUSY_PAUSE = Duration.ofSeconds(10);

    private final ExportStore store;
    private final PartSeal seal;
    private final Duration longest;
    private final Semaphore free;
    private final ConcurrentMap<UUID, Integer> running = new ConcurrentHashMap<>();

    Downloads(ExportStore store, PartSeal seal, ExportProperties properties) {
        this.store = store;
        this.seal = seal;
        this.longest = properties.downloadTime();
        this.free = new Semaphore(properties.downloads());
    }

    /**
     * Returns the body of the archive. Throws the 404 problem for an archive that cannot be read any longer, the 429
     * problem at the maximum of downloads of the account, and the 503 problem at that of all accounts.
     */
    StreamingResponseBody of(UUID account, Export export, HttpServletRequest request) {
        if (part(export.id(), 0).isEmpty()) {
            throw ExportProblem.withId(export.id());
        }
        if (!begin(account)) {
            throw ExportProblem.tooManyDownloads(PER_ACCOUNT, BUSY_PAUSE);
        }
        if (!free.tryAcquire()) {
            end(account);
            throw ExportProblem.saturated(BUSY_PAUSE);
        }
        AtomicBoolean holds = new AtomicBoolean(true);
        Runnable release = () -> {
            if (holds.getAndSet(false)) {
                free.release();
                end(account);
            }
        };
        limit(WebAsyncUtils.getAsyncManager(request), release);
        return out -> {
            try {
                // The deadline of the request is for the start of the response.
                Deadline.outlived(() -> send(export, out)).run();
            } catch (UncheckedIOException failure) {
                throw failure.getCause();
            } finally {
                release.run();
            }
        };
    }

    private boolean begin(UUID account) {
        AtomicBoolean begun = new AtomicBoolean();
        running.compute(account, (_, downloads) -> {
            int others = downloads == null ? 0 : downloads;
            begun.set(others < PER_ACCOUNT);
            return others + (begun.get() ? 1 : 0);
        });
        return begun.get();
    }

    private void end(UUID account) {
        running.computeIfPresent(account, (_, downloads) -> downloads == 1 ? null : downloads - 1);
    }

    private void limit(WebAsyncManager async, Runnable release) {
        // The default time-out of asynchronous requests is that of a wait for a hash.
        Objects.requireNonNull(async.getAsyncWebRequest()).setTimeout(longest.toMillis());
        async.registerCallableInterceptor(this, new CallableProcessingInterceptor() {
            @Override
            public <T> void afterCompletion(NativeWebRequest ended, Callable<T> body) {
                release.run(); // also if the body was never called
            }
        });
    }

    private void send(Export export, OutputStream out) {
        for (int position = 0; position < export.parts(); position++) {
            // After an exception, the length of the response shows the client that the archive is incomplete.
            try (InputStream part = part(export.id(), position).orElseThrow(Downloads::deleted)) {
                part.transferTo(out);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    private Optional<InputStream> part(UUID export, int position) {
        return store.part(export, position).flatMap(stored -> seal.open(export, position, stored));
    }

    private static UncheckedIOException deleted() {
        return new UncheckedIOException(new IOException("the archive was deleted during its download"));
    }
}
