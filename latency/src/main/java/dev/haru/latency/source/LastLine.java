package dev.haru.latency.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Finds the end of the last complete line of a file. */
final class LastLine {

    private static final int BLOCK = 64 << 10;

    private LastLine() {}

    /** The offset after the last line break between two offsets, or {@code from} if there is no line break. */
    static long end(FileChannel file, long from, long to) throws IOException {
        long end = to;
        while (end > from) {
            long begin = Math.max(from, end - BLOCK);
            ByteBuffer block = ByteBuffer.allocate((int) (end - begin));
            while (block.hasRemaining() && file.read(block, begin + block.position()) >= 0) {
                // A read may return fewer bytes.
            }
            for (int i = block.position() - 1; i >= 0; i--) {
                if (block.get(i) == '\n') {
                    return begin + i + 1;
                }
            }
            end = begin;
        }
        return from;
    }
}
