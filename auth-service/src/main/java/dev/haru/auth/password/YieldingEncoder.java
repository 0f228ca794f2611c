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
 * thread cannot lower its nice value again, and the threads that it starts inherit the value. Therefore these threads
 * only compute hashes. On other systems a nice value belongs to the process, so the encoder does not change it.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/setpriority.2.html">setpriority(2)</a>
 */
final class YieldingEncoder implements PasswordEncoder {

    private static final Logger log = LoggerFactory.getLogger(YieldingEncoder.class);

    /** The nice value, from 0 to 19. With a higher value, a hash computed in Java would delay the garbage collector. */
    private static final int NICENESS = 10;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final int PRIO_PROCESS = 0;
    private static final int THIS_THREAD = 0;

    /**
     * {@code int setpriority(int which, id_t who, int prio)}; null on systems where a nice value does not belong to a
     * thread.
     */
    private static final @Nullable MethodHandle SETPRIORITY = setpriority();

    private final PasswordEncoder encoder;
    private final HashShare share;
    private final BooleanSupplier flood;
    /** The threads of low priority, at most as many as the governor's concurrent hashes. */
    private final ExecutorService yielding = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("yielding-", 0).factory());

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
            return yielding.submit(() -> {
                        yieldToOthers(); // repeated for each hash, at a thousandth of its cost
                        return counted(hash, begin);
                    })
                    .get();
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
    private static @Nullable MethodHandle setpriority() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return null;
        }
        try {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("setpriority"),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        } catch (RuntimeException failure) {
            log.warn("hashing threads keep the default priority", failure);
            return null;
        }
    }

    /** Lowers this thread's priority. A failure is logged, and the thread computes its hash all the same. */
    private void yieldToOthers() {
        if (SETPRIORITY == null) {
            return;
        }
        String problem;
        try {
            int code = (int) SETPRIORITY.invokeExact(PRIO_PROCESS, THIS_THREAD, NICENESS);
            if (code == 0) {
                return;
            }
            problem = "the kernel keeps their priority";
        } catch (Throwable failure) {
            problem = failure.toString();
        }
        if (!warned.getAndSet(true)) {
            log.warn("hashing threads keep the default priority: {}", problem);
        }
    }
}
