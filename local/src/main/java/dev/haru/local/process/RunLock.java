package dev.haru.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The lock of a run directory. Only one launcher holds it. The operating system releases it even if the launcher is
 * killed.
 */
public final class RunLock implements AutoCloseable {

    private final FileChannel channel;

    private RunLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes the lock. Throws a {@link Refusal} with the holder's pid if another launcher holds the lock. */
    public static RunLock of(RunDirectory directory) {
        Path file = directory.root().resolve("lock");
        try {
            directory.create();
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (!tryLock(channel)) {
                channel.close();
                throw new Refusal("Haru runs already, from %s (pid %s). Stop this run with Ctrl-C first."
                        .formatted(directory.root(), Files.readString(file).strip()));
            }
            String pid = Long.toString(ProcessHandle.current().pid());
            channel.truncate(0).write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)));
            return new RunLock(channel);
        } catch (IOException e) {
            throw new Refusal("Cannot write to %s (%s). Make it writable, or set HARU_RUN_DIR to another directory."
                    .formatted(directory.root(), e.getMessage()));
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }
}
