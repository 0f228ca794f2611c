package dev.haru.platform.database;

import dev.haru.platform.timing.Part;
import dev.haru.platform.timing.RequestTiming;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/**
 * Sockets to the database that measure the wait for its responses, whatever code or library reads from them; see
 * decision 014. The driver creates the factory by its class name.
 */
public final class TimedSockets extends SocketFactory {

    @Override
    public Socket createSocket() {
        return new TimedSocket();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw connected();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw connected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw connected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) {
        throw connected();
    }

    private static UnsupportedOperationException connected() {
        return new UnsupportedOperationException("the driver connects a socket by itself");
    }

    private static final class TimedSocket extends Socket {

        @Override
        public InputStream getInputStream() throws IOException {
            return new TimedStream(super.getInputStream());
        }
    }

    private static final class TimedStream extends FilterInputStream {

        TimedStream(InputStream stream) {
            super(stream);
        }

        @Override
        public int read() throws IOException {
            RequestTiming timing = RequestTiming.current();
            timing.begin(Part.DB);
            try {
                return super.read();
            } finally {
                timing.end(Part.DB);
            }
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            RequestTiming timing = RequestTiming.current();
            timing.begin(Part.DB);
            try {
                return super.read(bytes, offset, length);
            } finally {
                timing.end(Part.DB);
            }
        }
    }
}
