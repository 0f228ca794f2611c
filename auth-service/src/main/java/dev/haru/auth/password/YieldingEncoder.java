package dev.haru.auth.password;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Computes hashes. In a flood, it computes them on threads of low priority. Such a thread gets a tenth of a core that
 * another thread of the process also wants. A hash takes longer than the rest of a request, and in a flood a request
 * waits long anyway.
 *
 * <p>A single hash runs at normal priority. It is soon over, unless the JVM's compilers compete for the core, which
 * lasts minutes on a full node. A hash also runs at normal priority while {@link HashShare} reports that hashing has
 * had less than its share.
 *
 * <p>Linux has a nice value for each thread. Java's own priorities set it only with flags that affect all threads. A
 * thread inherits the value of the thread that starts it, and cannot lower its own value again. Therefore these threads
 * only compute hashes. On other systems a nice value belongs to the process, so the encoder does not change it.
 *
 * <p>Longer than 120 lines because it keeps the calls to Linux beside the threads that they affect.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/nice.2.html">nice(2)</a>
 */
final class YieldingEncoder implements PasswordEncoder {

    private static final Logger log = LoggerFactory.getLogger(YieldingEncoder.class);

    /**
     * Added to the nice value of the process; the sum is at most 19. With a higher value, a hash computed in Java would
     * delay the garbage collector.
     */
    private static final int NICENESS = 10;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** {@code int nice(int inc)}; null on systems where a nice value does not belong to a thread. */
    private static final @Nullable MethodHandle NICE = nice();

    private final PasswordEncoder encoder;
    private final HashShare share;
    private final BooleanSupplier flood;
    /** The threads of low priority, at most as many as the governor's concurrent hashes. */
    private final ExecutorService yielding;

    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * Wraps an encoder.
     *
     * @param share records every hash; while it is behind, no hash yields
     * @param flood whether the queue is so long that hashes yield
     */
    YieldingEncoder(PasswordEncoder encoder, HashShare share, BooleanSupplier flood) {
        this.encoder = encoder;
        this.share = share;
        this.flood = flood;
        ThreadFactory threads =
                Thread.ofPlatform().daemon().name("yielding-", 0).factory();
        this.yielding = Executors.newCachedThreadPool(worker -> threads.newThread(() -> {
            lowerPriority();
            worker.run();
        }));
    }

    @Override
    public @Nullable String encode(@Nullable CharSequence password) {
        return computed(() -> encoder.encode(password));
    }

    @Override
    public boolean matches(@Nullable CharSequence password, @Nullable String hash) {
        return Boolean.TRUE.equals(computed(() -> encoder.matches(password, hash)));
    }

    @Override
    public boolean upgradeEncoding(@Nullable String hash) {
        return encoder.upgradeEncoding(hash);
    }

    private <T extends @Nullable Object> T computed(Supplier<T> hash) {
        long begin = System.nanoTime();
        if (!flood.getAsBoolean() || share.isBehind()) {
            return counted(hash, begin);
        }
        try {
            return yielding.submit(() -> counted(hash, begin)).get();
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof RuntimeException reason
                    ? reason
                    : new IllegalStateException(failure.getCause());
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw HashingSaturated.waitedTooLong();
        }
    }

    private <T extends @Nullable Object> T counted(Supplier<T> hash, long begin) {
        long cpu = THREADS.getCurrentThreadCpuTime();
        try {
            return hash.get();
        } finally {
            share.completed(System.nanoTime() - begin, THREADS.getCurrentThreadCpuTime() - cpu);
        }
    }

    @SuppressWarnings("restricted") // the jar's manifest enables native access
    private static @Nullable MethodHandle nice() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return null;
        }
        try {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("nice"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        } catch (RuntimeException failure) {
            log.warn("no function nice(2): hashing threads keep the priority of the process", failure);
            return null;
        }
    }

    /** Lowers the priority of the current thread. A failure is logged, and the thread computes hashes all the same. */
    private void lowerPriority() {
        if (NICE == null) {
            return;
        }
        String problem;
        try {
            int value = (int) NICE.invokeExact(NICENESS);
            if (value != -1) {
                return;
            }
            problem = "nice(2) returned -1";
        } catch (Throwable failure) {
            problem = failure.toString();
        }
        if (!warned.getAndSet(true)) {
            log.warn("hashing threads keep the priority of the process: {}", problem);
        }
    }
}
