package dev.haru.auth.password;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The reference implementation, <a href="https://github.com/P-H-C/phc-winner-argon2">libargon2</a>, called through the
 * Foreign Function API. Debian's package is {@code libargon2-1}; a build with {@code opt.c} for AVX2 is faster still.
 */
final class NativeArgon2id implements Argon2id {

    /** Known answers from libargon2's own test suite: memory 256 KiB, two passes. */
    private static final byte[] ONE_LANE =
            HexFormat.of().parseHex("9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe");

    private static final byte[] TWO_LANES =
            HexFormat.of().parseHex("6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037");

    private final String library;
    private final MethodHandle hashRaw;

    /**
     * Loads the library and verifies it with known answers.
     *
     * @param library a path, or a name that the system's loader finds
     * @throws IllegalArgumentException if the loader does not find the library
     * @throws IllegalStateException if a computed hash differs from the known answer
     */
    @SuppressWarnings("restricted") // the jar's manifest enables native access
    NativeArgon2id(String library) {
        this.library = library;
        // int argon2id_hash_raw(uint32_t t_cost, uint32_t m_cost, uint32_t parallelism, const void *pwd, size_t pwdlen,
        //                       const void *salt, size_t saltlen, void *hash, size_t hashlen)
        this.hashRaw = Linker.nativeLinker()
                .downcallHandle(
                        SymbolLookup.libraryLookup(library, Arena.global()).findOrThrow("argon2id_hash_raw"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_LONG));
        check(1, ONE_LANE);
        check(2, TWO_LANES);
    }

    @Override
    public byte[] hash(byte[] password, byte[] salt, Cost cost, int length) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment secret = arena.allocateFrom(ValueLayout.JAVA_BYTE, password);
            MemorySegment hash = arena.allocate(length);
            int code = (int) hashRaw.invokeExact(
                    cost.iterations(),
                    cost.memory(),
                    cost.parallelism(),
                    secret,
                    secret.byteSize(),
                    arena.allocateFrom(ValueLayout.JAVA_BYTE, salt),
                    (long) salt.length,
                    hash,
                    hash.byteSize());
            secret.fill((byte) 0);
            if (code != 0) {
                throw new IllegalStateException("libargon2 failed with code " + code);
            }
            return hash.toArray(ValueLayout.JAVA_BYTE);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public String name() {
        return library;
    }

    private void check(int lanes, byte[] known) {
        byte[] answer = hash(
                "password".getBytes(StandardCharsets.US_ASCII),
                "somesalt".getBytes(StandardCharsets.US_ASCII),
                new Cost(256, 2, lanes),
                known.length);
        if (!Arrays.equals(answer, known)) {
            throw new IllegalStateException(library + " does not compute Argon2id");
        }
    }
}
