package dev.haru.latency.source;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;

/** The bytes of JSON. It recognises an end in the middle of a value. A gzip file may end anywhere, too. */
final class CutOffInput extends FilterInputStream {

    private static final int TAIL = 64;

    /** The last characters of a literal or a number that may go on. */
    private static final Pattern INCOMPLETE =
            Pattern.compile("|t|tr|tru|f|fa|fal|fals|n|nu|nul|[-+.\\d]*|[-+.\\d]*\\d[.\\d]*[eE][-+]?\\d*");

    private static final Pattern NO_LITERAL = Pattern.compile(".*[^-+.\\w]", Pattern.DOTALL);

    private final byte[] tail = new byte[TAIL];
    private long count;
    private boolean ended;
    private boolean isTruncatedGzip;

    CutOffInput(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        byte[] octet = new byte[1];
        return read(octet, 0, 1) < 0 ? -1 : octet[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = readAny(bytes, offset, length);
        if (read < 0) {
            ended = true;
        } else {
            int kept = Math.min(read, TAIL);
            System.arraycopy(tail, kept, tail, 0, TAIL - kept);
            System.arraycopy(bytes, offset + read - kept, tail, TAIL - kept, kept);
            count += read;
        }
        return read;
    }

    /** Whether the compressed data ended before the end that gzip marks. */
    boolean isTruncatedGzip() {
        return isTruncatedGzip;
    }

    /**
     * Whether a syntax error after this number of bytes comes from the end of the input. That is so if all bytes were
     * read, and the last ones can be the begin of a valid token.
     */
    boolean explainsErrorAt(long position) {
        String last = new String(tail, (int) (TAIL - Math.min(TAIL, count)), (int) Math.min(TAIL, count), US_ASCII);
        return ended
                && position == count
                && INCOMPLETE.matcher(NO_LITERAL.matcher(last).replaceFirst("")).matches();
    }

    private int readAny(byte[] bytes, int offset, int length) throws IOException {
        try {
            return super.read(bytes, offset, length);
        } catch (EOFException e) {
            isTruncatedGzip = true;
            return -1;
        }
    }
}
