package dev.haru.latency.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The next bytes of a stream, up to a number. */
final class Part extends FilterInputStream {

    private long left;

    Part(InputStream in, long length) {
        super(in);
        this.left = length;
    }

    @Override
    public int read() throws IOException {
        int octet = left > 0 ? super.read() : -1;
        left -= octet < 0 ? left : 1;
        return octet;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int count = left > 0 ? super.read(bytes, offset, (int) Math.min(length, left)) : -1;
        left -= count < 0 ? left : count;
        return count;
    }

    @Override
    public int available() throws IOException {
        return (int) Math.min(left, super.available());
    }
}
