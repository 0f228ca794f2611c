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
 * Hashes, in a flood on threads that yield: on a core that another thread of the process wants, too, they get a tenth
 * of it. A hash takes longer than all else that a request does, and who waits in a flood waits long. A single hash does
 * not yield: it is soon over, unless what wants the core is the process's compilers, for minutes on a full node. Nor
 * does a hash while {@link HashShare} says that hashing has had less than its share.
 *
 * <p>Linux has a nice value for each thread, which Java's own priorities reach only by flags that concern all of them.
 * A thread cannot take it back, and those that it starts inherit it; so these threads compute and do nothing else. On
 * other systems a nice value concerns the process, and is left alone.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/setpriority.2.html">setpriority(2)</a>
 */
final class YieldingEncoder implements PasswordEncoder {

    private static final Logger log = LoggerFactory.getLogger(YieldingEncoder.class);

    /** Of 0 to 19. One that gets less would keep the garbage collector waiting where the hash is computed in Java. */
    private static final int NICENESS = 10;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final int PRIO_PROCESS = 0;
    private static final int THIS_THREAD = 0;

    /** {@code int setpriority(int which, id_t who, int prio)}; null where a nice value is not a thread's. */
    private static final @Nullable MethodHandle SETPRIORITY = setpriority();

    private final PasswordEncoder encoder;
    private final HashShare share;
    private final BooleanSupplier flood;
    /** As many as the governor lets hash at once. */
    private final ExecutorService yielding = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("yielding-", 0).factory());

    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * An encoder around another one.
     *
     * @param share counts every hash; while it is behind, none yields
     * @param flood whether so many wait that hashes yield
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
                        yieldToOthers(); // again for each: it is a thousandth of a hash
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

    /** Who computes at the wrong priority still computes. */
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
