package dev.haru.auth.password;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Hashes on threads that yield: on a core that another thread of the process wants, too, they get a tenth of it. A hash
 * takes longer than all else that a request does, and who waits for one waits long. While the process is young they do
 * not yield yet: what wants the core then is its compilers, for as long as a hash may wait and longer.
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

    private static final int PRIO_PROCESS = 0;
    private static final int THIS_THREAD = 0;

    /** {@code int setpriority(int which, id_t who, int prio)}; null where a nice value is not a thread's. */
    private static final @Nullable MethodHandle SETPRIORITY = setpriority();

    private final PasswordEncoder encoder;
    /** As many as the governor lets hash at once. */
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("hashing-", 0).factory());

    private final AtomicBoolean warned = new AtomicBoolean();
    private final long grownAt;

    /**
     * An encoder around another one.
     *
     * @param youth for how long from now on hashes do not yield
     */
    YieldingEncoder(PasswordEncoder encoder, Duration youth) {
        this.encoder = encoder;
        this.grownAt = System.nanoTime() + youth.toNanos();
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

    private <T extends @Nullable Object> T computed(Callable<T> hash) {
        try {
            return threads.submit(() -> {
                        if (System.nanoTime() - grownAt >= 0) {
                            yieldToOthers(); // again for each: it is a thousandth of a hash
                        }
                        return hash.call();
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
            log.warn("hashes do not yield", failure);
            return null;
        }
    }

    /** Who computes at the wrong priority still computes. */
    private void yieldToOthers() {
        if (SETPRIORITY == null) {
            return;
        }
        try {
            int code = (int) SETPRIORITY.invokeExact(PRIO_PROCESS, THIS_THREAD, NICENESS);
            if (code != 0 && !warned.getAndSet(true)) {
                log.warn("hashes do not yield: the kernel keeps their priority");
            }
        } catch (Throwable failure) {
            if (!warned.getAndSet(true)) {
                log.warn("hashes do not yield", failure);
            }
        }
    }
}
