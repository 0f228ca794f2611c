package dev.haru.platform.test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** Sends raw bytes, including requests that no HTTP client would send. */
public final class RawRequest {

    /** Only a bound against a server that hangs. A server on a busy machine may take longer than a minute. */
    private static final int TIMEOUT_MILLIS = 600_000;

    private RawRequest() {}

    /**
     * Sends the request on a new connection and reads the response until the connection ends. Each char is one byte.
     */
    public static RawAnswer send(int port, String request) throws IOException {
        return send(port, request.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends the request on a new connection and reads the response until the connection ends. */
    public static RawAnswer send(int port, byte[] request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            try {
                socket.getOutputStream().write(request);
            } catch (SocketException refusedBeforeTheEnd) {
                // the server has refused the request early; its response can still be read
            }
            return new RawAnswer(read(socket.getInputStream()));
        }
    }

    private static String read(InputStream stream) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try {
            stream.transferTo(answer);
        } catch (SocketTimeoutException e) {
            throw new IOException("no end of the answer: " + answer.toString(StandardCharsets.UTF_8), e);
        } catch (SocketException reset) {
            // keep the bytes that arrived before the reset
        }
        return answer.toString(StandardCharsets.UTF_8);
    }

    /** The raw response. */
    public record RawAnswer(String text) {

        /** The status code; 0 if there is no response. */
        public int status() {
            return text.startsWith("HTTP/1.1 ") ? Integer.parseInt(text.substring(9, 12)) : 0;
        }

        /** The value of the first header with this name; empty if there is none. */
        public String header(String name) {
            return head().lines()
                    .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        }

        /** The text after the headers; a chunked body includes its framing. */
        public String body() {
            int end = text.indexOf("\r\n\r\n");
            return end < 0 ? "" : text.substring(end + 4);
        }

        private String head() {
            return text.substring(0, text.length() - body().length());
        }
    }
}
